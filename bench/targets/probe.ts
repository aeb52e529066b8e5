/** Loaded into a target before its own code: tells the runner what the process has used, and ends it with the runner. */
process.on('message', (message) => {
  const { user, system } = process.cpuUsage()
  if (message === 'collect') for (let round = 0; round < 3; round++) globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ cpuMicroseconds: user + system, heapBytes: heapUsed + external, rssBytes: rss })
})
process.on('disconnect', () => process.exit())
