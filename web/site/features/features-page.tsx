export function Component() {
  return <h1>features</h1>
}
