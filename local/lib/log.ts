/** Log output of a part of the stack, line by line. */
export type Log = (line: string) => void

export const silent: Log = () => undefined
