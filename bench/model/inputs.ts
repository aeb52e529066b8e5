import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagePath } from '../../gateway/src/config/package-files.ts'
import { MEBIBYTE, median } from '../figures.ts'
import type { PeerResult } from '../peers/compare.ts'
import { OURS } from '../peers/peers.ts'
import type { Measured } from './model.ts'

/** What the model starts from, and the files that it was read from. */
export interface Inputs {
  measured: Measured
  sources: readonly Source[]
}

/** A file of results, and the machine that it was measured on. */
export interface Source {
  file: string
  machine: string
}

const RESULTS = packagePath('bench', 'results')
const CONNECTIONS = 50

interface Setting {
  setting?: { machine?: string }
}

interface PeersResult extends Setting {
  results: readonly PeerResult[]
}

interface BenchResult extends Setting {
  figures: readonly { what: string; value: number }[]
}

/** Reads the newest results of `npm run bench` and `npm run bench -- peers`. Throws when one is missing. */
export function readInputs(folder = RESULTS): Inputs {
  const bench = newest(folder, /^\d{4}-\d\d-\d\d\.json$/)
  const peers = newest(folder, /^\d{4}-\d\d-\d\d-peers\.json$/)
  const { figures, ...ofBench } = readJson(folder, bench) as BenchResult
  const { results, ...ofPeers } = readJson(folder, peers) as PeersResult
  const ours = results.find(({ name }) => name === OURS)
  const rounds = ours?.rounds.filter(({ connections }) => connections === CONNECTIONS) ?? []
  const figureOf = (pattern: RegExp) => figures.find(({ what }) => pattern.test(what))?.value ?? Number.NaN
  const measured = {
    requestMicroseconds: figureOf(/^gateway: processor time of a request, all threads$/),
    firstSightMicroseconds: figureOf(/^session check, first sight$/),
    sessionBytes: (figureOf(/^heap of 100,000 distinct sessions$/) * MEBIBYTE) / 100_000,
    baseBytes: median(rounds.map(({ memoryBytes }) => memoryBytes))
  }
  const missing = Object.entries(measured).filter(([, value]) => !Number.isFinite(value))
  if (missing.length > 0)
    throw new Error(`${bench}, ${peers}: no ${missing.map(([name]) => name).join(', ')}`)
  const sourceOf = (file: string, { setting }: Setting) => ({
    file,
    machine: setting?.machine ?? 'unknown machine'
  })
  return { measured, sources: [sourceOf(bench, ofBench), sourceOf(peers, ofPeers)] }
}

function newest(folder: string, pattern: RegExp): string {
  const name = readdirSync(folder)
    .filter((one) => pattern.test(one))
    .sort()
    .at(-1)
  if (name === undefined)
    throw new Error(
      `${folder}: no results like ${pattern.source}; run npm run bench and npm run bench -- peers first`
    )
  return name
}

function readJson(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'))
}
