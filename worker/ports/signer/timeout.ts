/** How long a call of the wallet's platform may take (ms). */
export const signerTimeoutMs = 8000
