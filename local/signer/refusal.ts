/** Thrown if the wallet does not sign; the message is for its user. */
export class WalletRefusal extends Error {
  override name = 'WalletRefusal'
}
