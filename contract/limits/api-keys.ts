/** Keys of an account that are in use. */
export const maxApiKeys = 5
/** What a key begins with, so that it is recognised in code and in logs. */
export const apiKeyPrefix = 'opx_'
