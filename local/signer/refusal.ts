/** Why the wallet does not sign, as a message for its user. */
export class WalletRefusal extends Error {
  override name = 'WalletRefusal'
}
