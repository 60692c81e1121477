import type { HandInBody, PageRequest } from '#contract/schemas/sign-requests.ts'

/**
 * Why a wallet has returned no signature: the user declined; it is not in this browser (any more), or not connected; it is set to
 * another account; or it says that it cannot, in `message`.
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
  /** Aborted when the user asks again or cancels; what the wallet returns after that is ignored. */
  signal: AbortSignal
  /** Shows an address that connects the wallet, as a QR code and a link; null when it is no longer needed. */
  showLink: (link: string | null) => void
}

/** A wallet that the page asks. No method submits anything. All throw WalletProblem. */
export interface PageSigner {
  /** True if the wallet is available in this browser. */
  isInstalled: () => Promise<boolean>
  /** Connects the wallet, and signs the text or the transaction of a sign-in. */
  signIn: (request: PageRequest, session: Asking) => Promise<HandInBody>
  /** Signs a transaction without changing it. */
  sign: (request: PageRequest, session: Asking) => Promise<HandInBody>
}
