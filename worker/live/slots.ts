/** Lets a few things happen at a time; the others wait, in their order. */
export class Slots {
  private free: number
  private readonly waiting: (() => void)[] = []

  constructor(count: number) {
    this.free = count
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free === 0) await new Promise<void>((resolve) => this.waiting.push(resolve))
    else this.free -= 1
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.free += 1
      else next()
    }
  }
}
