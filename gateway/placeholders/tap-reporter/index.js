// In the place of @tapjs/reporter, whose reporters draw in the terminal with React: gateway/test/reporter.ts only prints.

/** Reporters by name: there are none. */
export const types = {}

/** What tap calls with a reporter that it has imported. */
export function report(Reporter, tap) {
  tap.register()
  Reporter({ test: tap })
}
