import { answerFrom, honestHistory } from '#tests/support/draw-history.ts'
import { jsonRpcNode } from '#draw-verifier/json-rpc.ts'
import { verifyDraws } from '#draw-verifier/verify.ts'

// `npm run bench:draws [-- draws]`: duration of verifying an honest history whose headers and transactions are in
// memory.

const draws = Number(process.argv[2] ?? 1000)
const limitSeconds = 2
const runs = 5

const { record, ledger } = honestHistory({ seed: 3, draws, epochDraws: 300 })
console.log(
  `${draws} draws in ${record.epochs.length} epochs, ${record.anchors.length} anchors, ${ledger.entries.length} transactions`,
)

const times: number[] = []
for (let run = 0; run < runs; run += 1) {
  // Answers from memory, so that only the verifier is measured.
  const node = jsonRpcNode('https://node.example/', {
    post: async (_address, body) => answerFrom(ledger, body),
    wait: async () => undefined,
  })
  const started = performance.now()
  const verdict = await verifyDraws(record, [node])
  times.push((performance.now() - started) / 1000)
  if (verdict.result !== 'right') throw new Error(verdict.refused.map(({ sentence }) => sentence).join('\n'))
}
const sorted = times.toSorted((a, b) => a - b)
const median = sorted[Math.floor(runs / 2)] ?? 0
console.log(
  `${median.toFixed(2)} s (${sorted[0]?.toFixed(2)} to ${sorted.at(-1)?.toFixed(2)}), limit ${limitSeconds} s`,
)
if (draws <= 1000 && median > limitSeconds) process.exitCode = 1
