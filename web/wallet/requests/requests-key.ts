/** Returns the storage key of an account's requests. */
export const requestsKey = (account: string): string => `opx_requests:${account}`
