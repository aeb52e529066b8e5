import { parseArgs } from 'node:util'
import { startSiege } from './siege.ts'

const VISITS = 500
const MAX_MINUTES = 24 * 60

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } }
})
const minutes = Number(values.minutes)
if (!(minutes > 0 && minutes <= MAX_MINUTES)) {
  process.stderr.write('usage: node dist/gateway/test/fuzz/run.js --minutes N [--seed S]\n')
  process.exit(2)
}

const siege = await startSiege()
const endsAtMs = performance.now() + minutes * 60_000
let seed = Number(values.seed ?? Date.now() % 1_000_000_000)
let visits = 0
while (performance.now() < endsAtMs) {
  await siege.attack(seed, VISITS)
  if (siege.faults.length > 0) break
  visits += VISITS
  process.stdout.write(
    `seed ${seed}: ${visits} visits, ${siege.residentMib()} MiB, ${siege.descriptors()} descriptors\n`
  )
  seed += 1
}
const code = await siege.end()
for (const fault of siege.faults) process.stdout.write(`${fault}\n`)
process.stdout.write(`responses: ${JSON.stringify(Object.fromEntries([...siege.responses].sort()))}\n`)
process.stdout.write(`exit code of the gateway: ${code}\n`)
process.exitCode = siege.faults.length === 0 && code === 0 ? 0 : 1
