/** Maximum number of active keys per account. */
export const maxApiKeys = 5
/** Prefix of every key, so that secret scanners recognize it in code and in logs. */
export const apiKeyPrefix = 'opx_'
