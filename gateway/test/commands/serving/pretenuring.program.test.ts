import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { startGatewayProcess } from '../../fixtures/processes/gateway-process.ts'

/**
 * Simulates the effect of a stall at startup on V8: object literals of uncompiled code survive scavenges of a
 * full young generation. Afterwards each literal is garbage. Returns the old bytes of each.
 */
const STALL = `
import { getHeapSpaceStatistics } from 'node:v8'
const literal = (n) => ({ n, place: -1 })
const oldBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size
const allocate = (count) => { for (let n = 0; n < count; n++) globalThis.last = literal(n) }
const stall = async () => {
  const kept = []
  for (let n = 0; n < 1200; n++) kept.push(literal(n), new Array(1000).fill(n))
  kept.length = 0
  for (let round = 0; round < 100; round++) {
    allocate(1000)
    await new Promise(setImmediate)
  }
  const before = oldBytes()
  allocate(50_000)
  return (oldBytes() - before) / 50_000
}
`
/** Whether V8 compiles a function that runs often. Bit 4 of the status: optimized. */
const COMPILES = `
import { setFlagsFromString } from 'node:v8'
setFlagsFromString('--allow-natives-syntax')
const statusOf = new Function('f', 'return %GetOptimizationStatus(f)')
const compiles = async () => {
  const double = (n) => n * 2
  for (let round = 0; round < 100; round++) {
    for (let n = 0; n < 10_000; n++) double(n)
    await new Promise(setImmediate)
  }
  return (statusOf(double) & 16) !== 0
}
`
const SMALL = '--max-semi-space-size=1'
/** A literal of two members takes 40 bytes; other allocations are less than a tenth of that. */
const IS_OLD = 20

/** Bytes of old space for each literal after a stall, by process of a gateway. */
async function stallGateway(t: Test, env: Record<string, string>, processes: readonly string[]) {
  const probe = join(t.testdir(), 'stall.mjs')
  writeFileSync(
    probe,
    `import { writeSync } from 'node:fs'
    import { basename } from 'node:path'
    ${STALL}
    ${COMPILES}
    process.on('SIGUSR2', async () => {
      writeSync(1, 'old bytes in ' + basename(process.argv[1]) + ': ' + (await stall()).toFixed() + '\\n')
      writeSync(1, basename(process.argv[1]) + ' compiles: ' + (await compiles()) + '\\n')
    })`
  )
  const { child, printed } = await startGatewayProcess(t, {
    env: { NODE_OPTIONS: `${SMALL} --import=${probe}`, ...env },
    isGroup: true
  })
  process.kill(-Number(child.pid), 'SIGUSR2')
  const found: Record<string, number> = {}
  for (const name of processes) {
    found[name] = Number((await printed(new RegExp(`old bytes in ${name}: (-?\\d+)`)))[1])
    await printed(new RegExp(`${name} compiles: true`))
  }
  return found
}

t.test('after a stall, objects stay short-lived and hot code is compiled: in one process', async (t) => {
  const found = await stallGateway(t, {}, ['main.js'])
  t.ok(Number(found['main.js']) < IS_OLD, JSON.stringify(found))
})

t.test(
  'after a stall, objects stay short-lived and hot code is compiled: in primary and workers',
  async (t) => {
    const found = await stallGateway(t, { GATEHOUSE_WORKERS: '2' }, ['main.js', 'worker.js'])
    t.ok(Number(found['main.js']) < IS_OLD, JSON.stringify(found))
    t.ok(Number(found['worker.js']) < IS_OLD, JSON.stringify(found))
  }
)

t.test('without the gateway, the same literals are allocated old', async (t) => {
  const script = `${STALL}; console.log(await stall())`
  const printed = execFileSync(process.execPath, [SMALL, '--input-type=module', '-e', script], {
    encoding: 'utf8'
  })
  t.ok(Number(printed) > IS_OLD, printed)
})

t.test('start: nothing is compiled until it is finished, everything that runs often from then', (t) => {
  const module = JSON.stringify(import.meta.resolve('../../../src/v8.js'))
  const script = `${COMPILES}
    import { beginStart, finishStart } from ${module}
    beginStart('/none')
    console.log(await compiles())
    finishStart()
    console.log(await compiles())`
  const args = ['--input-type=module', '-e', script]
  t.equal(execFileSync(process.execPath, args, { encoding: 'utf8' }), 'false\ntrue\n')
  t.end()
})
