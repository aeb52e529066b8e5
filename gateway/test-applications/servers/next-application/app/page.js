export default function Page() {
  return <p>PUBLIC index</p>
}
