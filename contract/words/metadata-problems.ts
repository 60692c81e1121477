import type { MetadataProblem } from '#contract/schemas/metadata-problem.ts'
import { t } from './sentence.ts'

export const metadataProblem = (
  code: MetadataProblem['code'],
  status: number | null = null,
): MetadataProblem => ({
  code,
  status,
})

const words: Record<MetadataProblem['code'], (status: string) => string> = {
  not_text: () => t("The token's address cannot be fetched: its bytes are not text."),
  no_cid: () => t("The token's address cannot be fetched: it has no valid CID."),
  no_path: () =>
    t("The token's address cannot be fetched: its path is too long, or leads out of its folder."),
  damaged_data: () => t("The token's address cannot be fetched: its data cannot be decoded."),
  no_address: () =>
    t("The token's address cannot be fetched: it leads to neither IPFS, Arweave nor the web."),
  not_public: () => t("The token's address cannot be fetched: only public https addresses are supported."),
  no_domain: () => t("This NFT has no URI, and its issuer's account has no domain."),
  absent: () => t("No IPFS gateway has the file at the token's address now."),
  unreachable: () => t("The server at the token's address cannot be reached."),
  redirected: () => t("The server at the token's address redirects to an address that cannot be fetched."),
  status: (status) => t("The server at the token's address answered {status}.", { status }),
  broken_off: () => t("The server at the token's address closed the connection early."),
  fault: () => t('The metadata could not be read because of a fault on our side.'),
  folder: () => t("The token's address leads to a folder and does not say which file is the metadata."),
  not_metadata: () => t("The file at the token's address is not metadata."),
  too_large: () => t("The file at the token's address is too large for metadata: it has more than 256 KB."),
}

/** Returns the problem as a sentence in the language of the call or page. */
export const metadataProblemText = ({ code, status }: MetadataProblem): string =>
  words[code](String(status ?? ''))
