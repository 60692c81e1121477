/** Timeout of a call to the wallet platform, in milliseconds. */
export const signerTimeoutMs = 8000
