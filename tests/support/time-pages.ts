import { argv, stdin } from 'node:process'

// Runs as a separate process, so that a busy test does not count as a slow page. Requests the URLs in `argv` in turn, at
// least ten times each, until stdin ends. Prints the response times in milliseconds by URL.

const times = new Map(argv.slice(2).map((url): [string, number[]] => [url, []]))
const over = new AbortController()
stdin.once('end', () => over.abort()).resume()

for (let rounds = 0; rounds < 10 || !over.signal.aborted; rounds += 1)
  for (const [url, list] of times) {
    const began = performance.now()
    const reply = await fetch(url)
    await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}.`)
    list.push(performance.now() - began)
  }
console.log(JSON.stringify([...times]))
