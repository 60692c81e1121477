import type { HandInBody, PageRequest } from '#contract/schemas/sign-requests.ts'

/**
 * Reason why a wallet returned no signature: the user declined (`rejected`); it is not installed or not connected
 * (`missing`); it uses another account; or it reports a failure in `message`.
 */
export type ProblemKind = 'rejected' | 'missing' | 'other_account' | 'failed'

export class WalletProblem extends Error {
  override name = 'WalletProblem'
  readonly kind: ProblemKind
  constructor(kind: ProblemKind, message = '') {
    super(message)
    this.kind = kind
  }
}

export interface Asking {
  /** Aborted when the user retries or cancels. A later result of the wallet is ignored. */
  signal: AbortSignal
  /** Shows a link that connects the wallet, also as a QR code; null when it is no longer needed. */
  showLink: (link: string | null) => void
}

/** A wallet to which the page sends requests. No method submits a transaction. All methods throw WalletProblem. */
export interface PageSigner {
  /** Resolves to true if the wallet is available in this browser. */
  isInstalled: () => Promise<boolean>
  /** Connects the wallet, and signs the text or the transaction of a sign-in. */
  signIn: (request: PageRequest, session: Asking) => Promise<HandInBody>
  /** Signs a transaction without changing it. */
  sign: (request: PageRequest, session: Asking) => Promise<HandInBody>
}
