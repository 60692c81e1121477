/** Name of the only Trusted Types policy that the client may create. */
export const trustedTypesPolicy = 'opx-worker-scripts'
