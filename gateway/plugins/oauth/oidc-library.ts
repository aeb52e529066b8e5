/** The package `oidc-provider`, without the warning that it writes on Node 20, on which its tests and those of the gateway pass. */

const RUNTIME_WARNING = 'oidc-provider WARNING: Unsupported runtime'

async function load(): Promise<typeof import('oidc-provider')> {
  const { warn } = console
  let isLoading = true
  const filter = (...args: unknown[]) =>
    (isLoading && String(args[0]).includes(RUNTIME_WARNING)) || warn(...args)
  console.warn = filter
  try {
    return await import('oidc-provider')
  } finally {
    isLoading = false
    // Unless others have put their own around it, which then passes everything on.
    if (console.warn === filter) console.warn = warn
  }
}

/** Evaluated once, however many ask for it at the same moment. */
export const library = await load()
