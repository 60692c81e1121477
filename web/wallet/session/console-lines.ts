/** Logs a console line that is part of the product. */
export function logToConsole(line: 'There was an error decoding token' | 'Need to connect wallet.'): void {
  // oxlint-disable-next-line no-console -- the line is part of the product
  console.warn(line)
}
