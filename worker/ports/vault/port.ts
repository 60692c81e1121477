/** Keeps the draws secret until they are made, with keys that are derived from a secret binding and never stored. */
export interface VaultPort {
  /** False without a secret: nothing can be sealed, opened or signed. */
  readonly isOpen: boolean
  /** Encrypts; `about` names what it is, and the result opens under the same name only. */
  seal(bytes: Uint8Array, about: string): Promise<string>
  /** Throws an Error for another name, a changed text or a secret that is no longer set. */
  unseal(sealedText: string, about: string): Promise<Uint8Array<ArrayBuffer>>
  /** The ed25519 public key of this name, in hex. */
  publicKey(name: string): Promise<string>
  /** Signs with the key of this name that has this public key. Throws an Error when its secret is no longer set. */
  sign(name: string, publicKey: string, message: Uint8Array<ArrayBuffer>): Promise<string>
}
