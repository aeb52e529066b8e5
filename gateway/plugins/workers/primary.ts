/**
 * The primary process: loads the configuration, runs the workers that serve it, and has the management
 * listener for all of them. It serves no visitor itself and holds no session.
 */

import { StringDecoder } from 'node:string_decoder'
import { realClock, scheduleOnTimer } from '../../src/async.ts'
import { listServerCertificates } from '../../src/config/certificates.ts'
import { createEventLog } from '../../src/operations/event-table.ts'
import { renderMetrics } from '../../src/operations/metrics.ts'
import type { SessionsReply, SessionsRequest } from '../../src/operations/sessions-endpoints.ts'
import { createShutdown, type Shutdown } from '../../src/operations/shutdown.ts'
import { createActiveConfig } from '../../src/serving/apply-config.ts'
import { type GatewayOptions, logReady, logStart, type RunningGateway } from '../../src/serving/gateway.ts'
import { checkAddresses } from '../../src/serving/listeners.ts'
import { createManagement, listenForManagement } from '../../src/serving/management.ts'
import { createReloadTriggers } from '../../src/serving/reload.ts'
import { openAudit, UnusableConfig } from '../../src/serving/serving.ts'
import {
  createServedCertificate,
  joinServedCertificates,
  type ServedCertificates
} from '../../src/serving/tls.ts'
import { createApplyToAll } from './apply-to-all.ts'
import { createPrimaryReport } from './primary-report.ts'
import { packConfig, type StartFailure } from './protocol.ts'
import { createSharedHost } from './shared-by-primary.ts'
import { createSupervisor, type WorkerEvent } from './supervisor.ts'
import { createWorkerHandle, type ForkedProcess, type WorkerHandle } from './worker-handle.ts'

/** Drain time of a worker that is replaced while others serve. */
const REPLACED_DRAIN_SECONDS = 5
/** Timeout of an operator's request to a worker, which may call the provider twice, and the store. */
const SESSIONS_SECONDS = 15
/** Allowance for ending a worker beyond drain and grace time. */
const MARGIN_SECONDS = 5

export interface PrimaryOptions extends GatewayOptions {
  count: number
  fork: () => ForkedProcess
}

export interface RunningPrimary extends RunningGateway {
  /** Replaces all workers, one after the other. Resolves when done; never rejects. */
  replaceWorkers(): Promise<void>
  /** Resolves with the reason when workers crash-loop; the gateway has to exit then. */
  readonly givenUp: Promise<string>
}

/** Starts the workers and their management listener. Rejects like `startGateway`, with the first error of a worker. */
export async function startPrimary(options: PrimaryOptions): Promise<RunningPrimary> {
  const { loaded, first, read, log, count, fork } = options
  const { logger } = log
  const { config } = loaded
  logStart(options)
  const audit = openAudit(options)
  const inForce = createActiveConfig(loaded, realClock)
  const events = createEventLog(logger, scheduleOnTimer, audit)
  let giveUp = (_reason: string) => {}
  const givenUp = new Promise<string>((resolve) => {
    giveUp = resolve
  })

  const supervisor = createSupervisor<WorkerHandle>({
    count,
    fork: (number) => launch(number),
    schedule: scheduleOnTimer,
    now: () => performance.now() / 1000,
    report(event) {
      report.noteWorker(event)
      tellWorker(event)
    },
    onGivingUp: giveUp
  })
  const certificates = serveCertificates()
  const { apply, idle } = createApplyToAll({ inForce, workers: supervisor.running, log, audit })
  const triggers = createReloadTriggers({
    first,
    read,
    apply,
    report(event) {
      inForce.note(event)
      report.count(event)
      events.report(event)
    },
    onRead: () => certificates.reload(),
    settings: () => inForce.current().config.reload,
    schedule: scheduleOnTimer,
    logger
  })
  const shared = createSharedHost<ForkedProcess>((from, message) => {
    for (const { worker } of supervisor.running())
      if (worker.pid !== from.pid) void worker.link.ask('published', message)
  }, realClock)
  const shutdown = createPrimaryShutdown()
  const report = createPrimaryReport({
    config,
    count,
    workers: supervisor.running,
    countReady: supervisor.countReady,
    readiness: shutdown,
    log: { condition: log.condition },
    audit,
    inForce: inForce.condition,
    now: realClock
  })
  const management = createManagement(shutdown, {
    token: () => inForce.current().managementToken,
    sessions: askAnyWorker,
    report: events.report,
    listChecks: report.checks,
    ...(config.metrics.enabled ? { renderMetrics: async () => renderMetrics(await report.metrics()) } : {})
  })
  management.addHook('onListen', async () => report.watchProcess())

  await checkAddresses(config)
  const failure = await supervisor.start()
  const [begun] = supervisor.running()
  const ports = begun?.worker.ports() ?? null
  if (failure !== null || ports === null) {
    const said = supervisor.running().flatMap(({ worker }) => worker.failure() ?? [])[0]
    killWorkers()
    throw errorOf(said ?? { message: `a worker does not serve: ${failure}` })
  }
  const managementPort = await listenForManagement(management, config.management).catch((err) => {
    killWorkers()
    throw err
  })
  logReady(loaded, log, { ...ports, managementPort, workers: count })
  triggers.start()
  return {
    ...ports,
    managementPort,
    reload() {
      audit.reopen()
      return triggers.reload()
    },
    replaceWorkers: supervisor.replaceAll,
    shutdown,
    givenUp,
    writeRest: audit.writeRest
  }

  function launch(number: number): WorkerHandle {
    const forked = fork()
    forked.onOutput(createWholeLines(log.writeLine))
    const handle = createWorkerHandle({
      process: forked,
      number,
      workers: count,
      idle,
      config: () => packConfig(inForce.current()),
      certificates: certificates.current,
      ending() {
        const { drainSeconds: configured, graceSeconds } = inForce.current().config.shutdown
        const drainSeconds = shutdown.draining.isSo
          ? configured
          : Math.max(configured, REPLACED_DRAIN_SECONDS)
        return { drainSeconds, mostSeconds: drainSeconds + graceSeconds + MARGIN_SECONDS }
      },
      shared: shared.handlersOf(forked),
      onEvent: audit.write,
      onEnded: (worker, { metrics }) => report.noteMetrics(worker, metrics),
      onStuck: ({ pid }) => logger.error({ worker: number, pid }, 'worker does not respond: it is killed'),
      schedule: scheduleOnTimer
    })
    void forked.exited.then(() => {
      report.retire(handle)
      shared.releaseAllOf(forked.pid)
    })
    return handle
  }

  /** Only the primary reads the files, so a later worker gets the certificates being served. */
  function serveCertificates(): ServedCertificates {
    const use = () => {
      const pairs = certificates.current()
      for (const { worker } of supervisor.running()) void worker.link.ask('useCertificates', pairs)
    }
    return joinServedCertificates(
      listServerCertificates(config).map((server) =>
        createServedCertificate(server, { use, logger, now: realClock })
      )
    )
  }

  /** Workers are equivalent; use the first to respond. */
  async function askAnyWorker(request: SessionsRequest): Promise<SessionsReply> {
    for (const { worker } of supervisor.running()) {
      if (worker.ports() === null) continue
      const response = await worker.link.ask('sessions', request, SESSIONS_SECONDS)
      if (response.kind === 'response') return response.value
    }
    return { kind: 'refused', code: 'INTERNAL_ERROR', status: 503, detail: 'no worker responds' }
  }

  function killWorkers(): void {
    supervisor.close()
    for (const { worker } of supervisor.running()) worker.kill()
  }

  function tellWorker(event: WorkerEvent): void {
    const { kind, number: worker, ...facts } = event
    const fields = { worker, ...facts }
    if (kind === 'worker.died') logger.error(fields, 'worker died')
    else if (kind === 'worker.not-replaced')
      logger.error(fields, 'worker not replaced: the previous one stays')
    else logger.info(fields, kind === 'worker.ready' ? 'worker ready' : 'worker replaced')
  }

  function createPrimaryShutdown(): Shutdown {
    let areInTime = true
    const ending = createShutdown({
      announce() {
        supervisor.close()
        void triggers.close()
      },
      // Each worker drains itself.
      drainMs: () => 0,
      endStreams: async () => {},
      graceMs() {
        const { drainSeconds, graceSeconds } = inForce.current().config.shutdown
        return (drainSeconds + graceSeconds + MARGIN_SECONDS) * 1000
      },
      async finish() {
        await triggers.close()
        const workers = supervisor.running().map(({ worker }) => worker)
        await Promise.all(workers.map((worker) => worker.end()))
        areInTime = workers.every((worker) => worker.endedInTime())
        await management.close()
        events.close()
        await audit.close()
      },
      abort: killWorkers
    })
    return {
      draining: ending.draining,
      notReadyBecause: () =>
        ending.notReadyBecause() ?? (supervisor.countReady() === 0 ? 'no worker is ready' : null),
      begin: async () => (await ending.begin()) && areInTime
    }
  }
}

/** Restores the worker's error as far as callers inspect it. */
function errorOf({ message, problems, ...facts }: StartFailure): Error {
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
