import { spawn } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stringify } from 'yaml'
import { endWithThisProcess, watchProgram } from '../test/fixtures/processes/child-process.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { findFreePort } from '../test/fixtures/wire/ports.ts'

const LOOK_AGAIN_MS = 200
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
/** Of the series of every target. */
const NAMESPACE = 'production'

export type Labels = Readonly<Record<string, string>>

/** A firing alert, or the latest sample of a series. */
export interface Sample {
  labels: Labels
  value: number
}

/** A running Prometheus that scrapes and evaluates every second. */
export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>

/** Shortens the durations of rules, so that a minute takes a second or less: ranges of 5 to 15 s, `for` of 2 or 3 s. */
export function shortenDurations(rules: string): string {
  const shorten = (duration: string, [divisor, least, most]: readonly [number, number, number]) => {
    const seconds = Number.parseInt(duration, 10) * (UNIT_SECONDS[duration.slice(-1)] ?? 0)
    return `${Math.min(Math.max(Math.round(seconds / divisor), least), most)}s`
  }
  return rules
    .replaceAll(/(?<=\[|offset )\d+[smhd]\b/g, (range) => shorten(range, [60, 5, 15]))
    .replaceAll(/(?<=^ +for: )\d+[smhd]\b/gm, (hold) => shorten(hold, [300, 2, 3]))
}

/** Starts it in `folder` with these rules, and waits until it is ready. */
export async function startPrometheus(folder: string, program: string, rules: string) {
  const address = `127.0.0.1:${await findFreePort()}`
  const files = writeConfiguration(folder, rules)
  const child = spawn(program, [
    `--config.file=${files.configuration}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
    '--log.level=error'
  ])
  const { ended } = watchProgram(child)
  endWithThisProcess(child)
  while ((await send(`http://${address}/-/ready`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`Prometheus did not start: ${(await ended).stderr}`)
    await delay(LOOK_AGAIN_MS)
  }
  const ask = async (path: string, values: Record<string, string> = {}) => {
    const response = await send(`http://${address}/api/v1/${path}?${new URLSearchParams(values)}`)
    const { status, data, error } = Object(await response.json())
    if (status !== 'success') throw new Error(`Prometheus: ${error} in ${JSON.stringify(values)}`)
    return data
  }
  const targets: { targets: string[]; labels: Labels }[] = []
  const alerts = watchAlerts(async () => (await ask('alerts')).alerts)
  async function query(expr: string): Promise<Sample[]> {
    const { result } = await ask('query', { query: expr })
    return result.map(({ metric, value }: { metric: Labels; value: [number, string] }) => ({
      labels: metric,
      value: Number(value[1])
    }))
  }
  return {
    query,
    /** Scrapes another gateway; those of one job are replicas. Resolves after the first scrape. */
    async addTarget(job: string, managementUrl: string): Promise<void> {
      const { host } = new URL(managementUrl)
      targets.push({ targets: [host], labels: { job, namespace: NAMESPACE } })
      writeFileSync(`${files.targets}.new`, JSON.stringify(targets))
      renameSync(`${files.targets}.new`, files.targets)
      while ((await query(`up{instance="${host}"} == 1`)).length === 0) await delay(LOOK_AGAIN_MS)
    },
    /** The values of `label_values(selector, label)`. */
    async labelValues(call: string): Promise<string[]> {
      const [, selector = '', label = ''] = /^label_values\((.*), (\w+)\)$/.exec(call) ?? []
      return await ask(`label/${label}/values`, { 'match[]': selector })
    },
    /** Every alert that has fired so far. `value`: when it was last seen. */
    fired: alerts.fired,
    async end(): Promise<void> {
      await alerts.stop()
      child.kill('SIGKILL')
      await ended
    }
  }
}

function writeConfiguration(folder: string, rules: string): { configuration: string; targets: string } {
  const configuration = join(folder, 'prometheus.yml')
  const targets = join(folder, 'targets.json')
  writeFileSync(targets, '[]')
  writeFileSync(join(folder, 'rules.yaml'), rules)
  writeFileSync(
    configuration,
    stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: ['rules.yaml'],
      scrape_configs: [
        { job_name: 'gatehouse', file_sd_configs: [{ files: [targets], refresh_interval: '1s' }] }
      ]
    })
  )
  return { configuration, targets }
}

interface Alert {
  labels: Labels
  state: 'pending' | 'firing'
  value: string
}

/** Some alerts fire for a few seconds only, so each is noted when it is seen. */
function watchAlerts(read: () => Promise<Alert[]>) {
  const seen = new Map<string, Sample>()
  let isOver = false
  async function watch(): Promise<void> {
    while (!isOver) {
      for (const { labels, state, value } of await read())
        if (state === 'firing') seen.set(JSON.stringify(labels), { labels, value: Number(value) })
      await delay(LOOK_AGAIN_MS)
    }
  }
  const watching = watch()
  watching.catch(() => {})
  return {
    fired: () => [...seen.values()],
    async stop() {
      isOver = true
      await watching
    }
  }
}
