import { readPackageJson } from '../../../config/package-files.ts'
import { readBuild } from '../../../operations/build.ts'
import { defineCheck } from '../check.ts'
import { fail, judge, warn } from '../finding.ts'

const MEBIBYTE = 1024 * 1024
/** What a gateway needs beside its cache of sessions: 170 MiB after 120,000 requests, and some for bursts. */
const OWN_BYTES = 256 * MEBIBYTE
/** Older ones are past their end of life. https://nodejs.org/en/about/previous-releases */
const OLDEST_MAINTAINED_NODE = '22.0'

/** May the process open enough connections, and has it enough memory? */
export const limitsCheck = defineCheck('LIMITS', { reads: ['session'] }, ({ session }, { machine }) => {
  const { memoryBytes, openFilesWarning } = machine
  const neededBytes = session.cacheBytes + OWN_BYTES
  return judge(
    `memory ${toMebibytes(memoryBytes)} MiB, of which sessions may take ${toMebibytes(session.cacheBytes)} MiB`,
    openFilesWarning !== null && warn(openFilesWarning, ''),
    memoryBytes < neededBytes &&
      warn(
        `the gateway may need ${toMebibytes(neededBytes)} MiB: session.cacheBytes and about 256 MiB of its own`,
        'raise the memory limit, or lower session.cacheBytes'
      )
  )
})

/** Which version is it, and does this Node run it? */
export const versionCheck = defineCheck('VERSION', { reads: [] }, (_config, { machine }) => {
  const { nodeVersion } = machine
  const leastNode = readLeastNode()
  const tooOld = isOlder(nodeVersion, leastNode)
  return judge(
    `gatehouse ${readBuild().version}, Node ${nodeVersion}`,
    tooOld &&
      fail(
        `this version needs Node ${leastNode} or later`,
        'install a newer Node, or use the container image'
      ),
    !tooOld &&
      isOlder(nodeVersion, OLDEST_MAINTAINED_NODE) &&
      warn('this Node is past its end of life', 'run production on a current LTS of Node')
  )
})

function toMebibytes(bytes: number): number {
  return Math.floor(bytes / MEBIBYTE)
}

function readLeastNode(): string {
  const { engines } = Object(readPackageJson('package.json'))
  return String(Object(engines).node).replace(/^>=/, '')
}

function isOlder(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number)
  return major === leastMajor ? minor < leastMinor : major < leastMajor
}
