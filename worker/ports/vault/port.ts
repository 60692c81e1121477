/** Seals draws until they are revealed, with keys derived from a secret binding and never stored. */
export interface VaultPort {
  /** False if no secret is set: nothing can be sealed, unsealed or signed. */
  readonly isOpen: boolean
  /** Encrypts bytes. `about` names the content; unsealing requires the same name. */
  seal(bytes: Uint8Array, about: string): Promise<string>
  /**
   * Decrypts a sealed text. Throws an Error if the name differs, the text was changed, or its secret is no longer set.
   */
  unseal(sealedText: string, about: string): Promise<Uint8Array<ArrayBuffer>>
  /** Returns the ed25519 public key of this name, in hex. */
  publicKey(name: string): Promise<string>
  /** Signs with the key of this name that has this public key. Throws an Error if the key's secret is no longer set. */
  sign(name: string, publicKey: string, message: Uint8Array<ArrayBuffer>): Promise<string>
}
