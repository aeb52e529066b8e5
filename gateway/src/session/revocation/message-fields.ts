/** The fields of a message, a JSON list; none where it is anything else. */
export function readFields(text: string): readonly unknown[] {
  try {
    const fields: unknown = JSON.parse(text)
    return Array.isArray(fields) ? fields : []
  } catch {
    return []
  }
}
