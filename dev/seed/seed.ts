import type { Stack } from '#dev/stack/start-stack.ts'

export async function seedMarketplace(
  _stack: Stack,
  _say: (line: string) => void,
  _dir: string,
): Promise<void> {
  await Promise.resolve()
}
