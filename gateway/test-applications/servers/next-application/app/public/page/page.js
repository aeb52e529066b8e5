export default function Page() {
  return <p>PUBLIC page</p>
}
