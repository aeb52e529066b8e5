export default function Page() {
  return <p>PUBLIC administration</p>
}
