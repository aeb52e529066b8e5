'use client'
import { deleteAll } from '../actions'

export function Form() {
  return (
    <button type="button" onClick={() => deleteAll()}>
      Delete all
    </button>
  )
}
