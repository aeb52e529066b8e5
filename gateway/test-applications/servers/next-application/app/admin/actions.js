'use server'

export async function deleteAll() {
  return 'PROTECTED-action'
}
