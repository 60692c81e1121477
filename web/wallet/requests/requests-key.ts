/** Where a browser stores an account's requests. */
export const requestsKey = (account: string): string => `opx_requests:${account}`
