export function NftPage({ id }: { id: string }) {
  return <p>{id}</p>
}
