const units = ['bytes', 'KB', 'MB', 'GB']

/** A human-readable size. 1 MB is 1,048,576 bytes, as in the limits. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`
}
