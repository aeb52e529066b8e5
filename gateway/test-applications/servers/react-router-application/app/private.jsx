import { useLoaderData } from 'react-router'

export const loader = () => ({ text: 'PROTECTED-private' })

export default function Page() {
  return <p>{useLoaderData().text}</p>
}
