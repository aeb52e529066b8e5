import { useLoaderData } from 'react-router'

export const loader = () => ({ text: 'PUBLIC' })

export default function Page() {
  return <p>{useLoaderData().text}</p>
}
