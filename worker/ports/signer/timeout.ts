/** Timeout of a call to the wallet's platform, in milliseconds. */
export const signerTimeoutMs = 8000
