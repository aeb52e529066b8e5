import type { Package } from '../../test-examples/samples.ts'
import { HANDLERS, type Handler, ODD_TARGETS, PLAIN_TARGETS } from './rule-sets.ts'
import type { Spelling } from './spellings.ts'

/** Where a server finds what it serves. */
export interface Places {
  /** Its packages and its application, as prepared. */
  project: string
  /** Files for servers of files: `writeSite`. */
  site: string
  /** An empty folder of its own. */
  scratch: string
  /** A second free port. */
  sparePort: number
}

/** How it is started. */
export interface Command {
  program: string
  args: readonly string[]
  env?: Record<string, string>
  /** Default: the empty folder of its own. */
  folder?: string
  /** What has to run before, at the spare port. */
  before?: Omit<Command, 'before'>
}

/** A kind of spelling that reaches a handler in spite of its rule. */
export interface Known {
  reached: string
  kind: string
}

/** An application on a server, as its users run it. */
export interface Server {
  name: string
  /** The packages of its application, which several servers may share. */
  project: Package
  start(port: number, places: Places): Command
  /** Key `framework` of its application. */
  framework?: string
  /**
   * Requests to try besides the spellings of every path, with `PLAIN` for the path of a handler, `REST` for that without its
   * slash, and `PUBLIC` for a public one.
   */
  more?(project: string): readonly Partial<Spelling>[]
  /** What rules for these paths do not cover, as the guide to access rules says. */
  known?: readonly Known[]
  /** Default: `HANDLERS`. */
  handlers?: readonly Handler[]
  /** Default: `PLAIN_TARGETS`. */
  plainTargets?: readonly string[]
  /** Default: `ODD_TARGETS`. */
  oddTargets?: readonly string[]
}

export const handlersOf = ({ handlers = HANDLERS }: Server) => handlers
export const plainTargetsOf = ({ plainTargets = PLAIN_TARGETS }: Server) => plainTargets
export const oddTargetsOf = ({ oddTargets = ODD_TARGETS }: Server) => oddTargets

/** Its host, as a label. */
export const labelOf = ({ name }: Pick<Server, 'name'>) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
