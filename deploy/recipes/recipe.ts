import type { BrowserContext, Page } from 'playwright-core'
import type { Teardown } from '../../gateway/test/fixtures/provider/stand-in.ts'

/** Where the application of a recipe comes from. Versions belong to a list in its folder, or are those of Debian. */
export type Source =
  /** `requirements.txt` of the folder, and `package.json` if it has one, into an environment of its own. */
  | { kind: 'python' }
  /** Programs that these packages install. */
  | { kind: 'debian'; packages: readonly string[]; programs: readonly string[] }
  /** `package.json` of the folder. */
  | { kind: 'npm' }
  /** Packages of programs in `go.json` of the folder, each with its version. */
  | { kind: 'go' }

/** Where an application runs. */
export interface Place {
  /** On 127.0.0.1. */
  port: number
  /** Of visitors, without a slash at the end; with its folder if it is below a path. */
  url: string
  /** `/`, or the folder that the gateway strips, such as `/superset/`. */
  path: string
  /** Empty, and removed afterwards. */
  folder: string
  /** Path of an installed program. */
  program(name: string): string
  /**
   * Copies a file of the recipe as a user would, with the address of its example and the given texts replaced. Throws if one is not
   * in the file. Returns the path of the copy.
   */
  copy(file: string, replacements?: readonly (readonly [string, string])[]): string
  /** Runs the application in `folder` until the end of the run; settles when it accepts connections at `port`. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<void>
  /** Runs a command to its end. Throws with its output if it fails. */
  runOnce(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>
}

/** A visit of a person who is signed in. */
export interface Visit {
  t: Teardown
  context: BrowserContext
  page: Page
  /** `url` of the place. */
  url: string
  person: Person
}

export type Person = 'ada' | 'zoe'

/** What the run of a recipe needs to know of its application. Files of its folder with another ending are what a user copies. */
export interface Recipe {
  source: Source
  /** Path that a visitor opens first. Default `/`. */
  opens?: string
  start(place: Place): Promise<void>
  /** The installed version. */
  version(place: Pick<Place, 'program' | 'runOnce'>): Promise<string>
  /** Whom the application takes the visitor for, as its page or its API says: a text with `ada` or `zoe`. Default: it knows no people. */
  whoIs?(visit: Visit): Promise<string>
  /** What people use it for: rejects if it does not work. Runs several times in one visit. */
  use(visit: Visit): Promise<void>
  /** Signs out with what the application shows for it. Default: by a link to the gateway's `/logout`. */
  signOut?(visit: Visit): Promise<void>
  /** A path that programs call with a bearer token, and a text of its response. */
  api?: { path: string; says: RegExp }
  /** Console messages of the application itself that are no fault of the gateway, each as narrow as it can be. */
  knownComplaints?: readonly RegExp[]
  /** Warnings that the gateway logs about the application, which `recipe.md` explains. */
  knownWarnings?: readonly RegExp[]
  /** Proxies in whose company it is also run. */
  beside?: readonly ('nginx' | 'traefik')[]
  /** Whether it is also run below a path, by `gatehouse-below-a-path.yaml`. */
  isBelowPath?: boolean
  /** Whether each `.ci/run` has it: small and quick ones. */
  isInCi?: boolean
}
