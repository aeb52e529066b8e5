/**
 * The primary process: loads the configuration, runs the workers that serve it, and has the management
 * listener for all of them. It serves no visitor itself and holds no session.
 */

import { StringDecoder } from 'node:string_decoder'
import type { FastifyBaseLogger } from 'fastify'
import { realClock, scheduleOnTimer } from '../../src/async.ts'
import { listServerCertificates } from '../../src/http/tls-files.ts'
import type { Audit } from '../../src/operations/audit.ts'
import { joinLogConditions } from '../../src/operations/condition.ts'
import { createEventLog } from '../../src/operations/event-log/event-table.ts'
import { createShutdown, type Shutdown } from '../../src/operations/shutdown.ts'
import { createActiveConfig } from '../../src/serving/apply-config.ts'
import { type Engine, type GatewayOptions, runGateway } from '../../src/serving/gateway.ts'
import { checkAddresses } from '../../src/serving/listeners.ts'
import { type Ending, UnusableConfig } from '../../src/serving/serving.ts'
import { createServedCertificates } from '../../src/serving/tls.ts'
import { createApplyToAll } from './apply-to-all.ts'
import { createPrimaryReport } from './primary-report.ts'
import type { Failure } from './protocol.ts'
import { createSharedHost } from './shared-by-primary.ts'
import { createSupervisor, type WorkerEvent } from './supervisor.ts'
import { type ForkedProcess, WorkerHandle } from './worker-handle.ts'

/** Drain time of a worker that is replaced while others serve. */
const REPLACED_DRAIN_SECONDS = 5
/** Timeout of an operator's request to a worker, which may call the provider twice, and the store. */
const ASK_SECONDS = 15
/** Allowance for ending a worker beyond drain and grace time. */
const MARGIN_SECONDS = 5

interface PrimaryOptions extends GatewayOptions {
  count: number
  fork: () => ForkedProcess
}

/** Starts the workers and their management listener. Rejects like `startGateway`, with the first error of a worker. */
export async function startPrimary(options: PrimaryOptions) {
  const supervise = (audit: Audit, ending: Ending) => superviseWorkers(options, audit, ending)
  const { engine, ...gateway } = await runGateway(options, supervise, options.count)
  const { givenUp, replaceAll } = engine.supervisor
  return {
    ...gateway,
    givenUp,
    /** Replaces all workers, one after the other. Resolves when done; never rejects. */
    replaceWorkers: replaceAll
  }
}

/** Workers as one engine. They do not run yet. */
function superviseWorkers(
  { loaded, log, count, fork, plugins }: PrimaryOptions,
  audit: Audit,
  ending: Ending
) {
  const { logger } = log
  const active = createActiveConfig(loaded, realClock)
  const events = createEventLog(logger, scheduleOnTimer, audit)
  const supervisor = createSupervisor<WorkerHandle>({
    count,
    fork: launch,
    schedule: scheduleOnTimer,
    now: () => performance.now() / 1000,
    report(event) {
      report.noteWorker(event)
      logWorkerEvent(logger, event)
    }
  })
  const { apply, idle } = createApplyToAll({ active, workers: supervisor.running, log, audit, plugins })
  // Only the primary reads the files, so a later worker gets the certificates being served.
  const certificates = createServedCertificates(listServerCertificates(loaded.config), {
    use: () => tellAll((worker) => worker.link.ask('useCertificates', [certificates.current()])),
    logger,
    now: realClock
  })
  const shared = createSharedHost<ForkedProcess>(
    (from, topic, text) =>
      tellAll((worker) => worker.pid !== from.pid && worker.link.ask('published', [topic, text])),
    realClock
  )
  const shutdown = createPrimaryShutdown()
  const report = createPrimaryReport({
    config: loaded.config,
    count,
    workers: supervisor.running,
    countReady: supervisor.countReady,
    readiness: shutdown,
    logCondition: () => joinLogConditions(log.condition(), audit.condition()),
    active: active.condition,
    now: realClock
  })
  return {
    supervisor,
    active,
    shutdown,
    apply,
    report(event) {
      active.note(event)
      report.count(event)
      events.report(event)
    },
    reportEvent: events.report,
    certificates,
    askServing: askAnyWorker,
    checks: report.checks,
    metrics: report.metrics,
    watchProcess: report.watchProcess,
    async listen() {
      await checkAddresses(loaded.config)
      const failure = await supervisor.start()
      const workers = supervisor.running()
      const ports = workers[0]?.ports ?? null
      if (failure === null && ports !== null) return ports
      killWorkers()
      const known = workers.flatMap((worker) => worker.failure ?? [])[0]
      throw errorOf(known ?? { message: `a worker does not serve: ${failure}` })
    }
  } satisfies Engine & { supervisor: unknown }

  function launch(number: number): WorkerHandle {
    const forked = fork()
    forked.onOutput(createWholeLines(log.writeLine))
    const worker = new WorkerHandle(forked, number, {
      handlers: { ...shared.handlersOf(forked), event: audit.write },
      idle,
      start: () => ({ loaded: active.current(), workers: count, certificates: certificates.current() }),
      ending() {
        const { drainSeconds: configured, graceSeconds } = active.current().config.shutdown
        const least = shutdown.draining.value ? 0 : REPLACED_DRAIN_SECONDS
        const drainSeconds = Math.max(configured, least)
        return { drainSeconds, mostSeconds: drainSeconds + graceSeconds + MARGIN_SECONDS }
      },
      onStuck: () =>
        logger.error({ worker: number, pid: forked.pid }, 'worker does not respond: it is killed'),
      schedule: scheduleOnTimer
    })
    void forked.exited.then(() => {
      report.retire(worker)
      shared.releaseAllOf(forked.pid)
    })
    return worker
  }

  /** Without awaiting their responses. */
  function tellAll(tell: (worker: WorkerHandle) => unknown): void {
    for (const worker of supervisor.running()) tell(worker)
  }

  /** Workers are equivalent; use the first to respond. */
  async function askAnyWorker(request: object): Promise<unknown> {
    for (const { link } of supervisor.running().filter(({ ports }) => ports !== null)) {
      const reply = await link.ask('serving', [request], ASK_SECONDS)
      if (reply.kind === 'response') return reply.value
    }
    return null
  }

  function killWorkers(): void {
    supervisor.close()
    tellAll((worker) => worker.kill())
  }

  function createPrimaryShutdown(): Shutdown {
    let announced: Promise<void> | null = null
    let areInTime = true
    const { draining, notReadyBecause, begin } = createShutdown({
      announce() {
        supervisor.close()
        announced = ending.announce()
      },
      // Each worker drains itself.
      drainMs: () => 0,
      endStreams: async () => {},
      graceMs() {
        const { drainSeconds, graceSeconds } = active.current().config.shutdown
        return (drainSeconds + graceSeconds + MARGIN_SECONDS) * 1000
      },
      async finish() {
        await announced
        const workers = supervisor.running()
        await Promise.all(workers.map((worker) => worker.end()))
        areInTime = workers.every(({ endedInTime }) => endedInTime)
        events.close()
        await ending.finish()
      },
      abort: killWorkers
    })
    return {
      draining,
      notReadyBecause: () =>
        notReadyBecause() ?? (supervisor.countReady() === 0 ? 'no worker is ready' : null),
      begin: async () => (await begin()) && areInTime
    }
  }
}

function logWorkerEvent(logger: FastifyBaseLogger, { kind, number: worker, ...facts }: WorkerEvent): void {
  const fields = { worker, ...facts }
  if (kind === 'worker.died') logger.error(fields, 'worker died')
  else if (kind === 'worker.not-replaced') logger.error(fields, 'worker not replaced: the previous one stays')
  else logger.info(fields, kind === 'worker.ready' ? 'worker ready' : 'worker replaced')
}

/** Restores the worker's error as far as callers inspect it. */
function errorOf({ message, problems, ...facts }: Failure): Error {
  return problems === undefined ? Object.assign(new Error(message), facts) : new UnusableConfig(problems)
}

/** A longer line is dropped. */
const MAX_LINE = 16 * 1024 * 1024

/** Splits a process's output into whole lines, several per call if available. An incomplete last line is dropped. */
export function createWholeLines(write: (lines: string) => void): (piece: Buffer) => void {
  const decoder = new StringDecoder('utf8')
  let begun = ''
  return (piece) => {
    const text = decoder.write(piece)
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) {
      write(`${begun}${text.slice(0, end)}`)
      begun = ''
    }
    begun += text.slice(end)
    if (begun.length > MAX_LINE) begun = ''
  }
}
