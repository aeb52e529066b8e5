/** How many characters the provider asks of a password where the project has no policy. */
export const usualMinimum = 6
