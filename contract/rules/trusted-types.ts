/** Names of the only Trusted Types policies that the client may create, each for one script. */
export const trustedTypesPolicy = 'opx-worker-scripts'
export const serviceWorkerPolicy = 'opx-service-worker'
