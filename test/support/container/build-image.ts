import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Arg, Copy, DockerfileParser, Env, From, Healthcheck, type Instruction, JSONInstruction } from 'dockerfile-ast'
import { ROOT } from '../server/server-process.ts'
import { makeBase, type Sandbox, sandboxed } from './sandbox.ts'

/** What an engine would know of a built image. */
export type Image = {
  sandbox: Sandbox
  command: string[]
  healthcheck: string[]
  volumes: string[]
  ports: string[]
  stopSignal: string
}
type Build = {
  folder: string
  tools: string
  /** Called before each `RUN`, with where `WORKDIR` is on this machine. */
  beforeRun: (workdir: string) => void
}

/** Does what the lines of `Containerfile` say, one after the other, in folders below `folder`. @throws at a line that it does not know. */
export function buildImage(text: string, build: Build): Image {
  const stages = new Map<string, Image>()
  let image: Image | undefined
  for (const line of DockerfileParser.parse(text).getInstructions()) {
    if (line instanceof From) {
      image = emptyImage(path.join(build.folder, `stage-${stages.size}`))
      stages.set(line.getBuildStage() ?? String(stages.size), image)
    } else if (image === undefined) throw new Error('nothing stands before FROM')
    else apply(line, image, { build, stages })
  }
  if (image === undefined) throw new Error('there is no FROM')
  return image
}

function emptyImage(root: string): Image {
  makeBase(root)
  const sandbox = { root, workdir: '/', environment: {} }
  return { sandbox, command: [], healthcheck: [], volumes: [], ports: [], stopSignal: '' }
}

type Around = { build: Build; stages: Map<string, Image> }

function apply(line: Instruction, image: Image, around: Around): void {
  const { sandbox } = image
  const words = line.getArguments().map((word) => word.getValue())
  const [first = ''] = words
  switch (line.getKeyword()) {
    case 'WORKDIR':
      sandbox.workdir = first
      fs.mkdirSync(path.join(sandbox.root, first), { recursive: true })
      return
    case 'ARG':
      // Its default: an engine is told another one on its command line.
      if (line instanceof Arg) {
        const given = line.getProperty()
        if (given) sandbox.environment[given.getName()] = given.getValue() ?? ''
      }
      return
    case 'ENV':
      if (line instanceof Env)
        for (const one of line.getProperties()) sandbox.environment[one.getName()] = one.getValue() ?? ''
      return
    case 'COPY':
      if (line instanceof Copy) copy(words, line.getFromFlag()?.getValue() ?? undefined, image, around)
      return
    case 'RUN':
      around.build.beforeRun(path.join(sandbox.root, sandbox.workdir))
      run(['sh', '-c', line.getRawArgumentsContent() ?? ''], sandbox, around.build.tools)
      return
    case 'USER':
      sandbox.user = first
      return
    case 'VOLUME':
      image.volumes.push(...words)
      return
    case 'EXPOSE':
      image.ports.push(...words)
      return
    case 'STOPSIGNAL':
      image.stopSignal = first
      return
    case 'HEALTHCHECK':
      if (line instanceof Healthcheck) image.healthcheck = jsonAfterCmd(line)
      return
    case 'CMD':
      if (line instanceof JSONInstruction) image.command = line.getJSONStrings().map((word) => word.getJSONValue())
      return
    default:
      throw new Error(`the test does not know ${line.getKeyword()}`)
  }
}

function jsonAfterCmd(line: Healthcheck): string[] {
  const words: string[] = JSON.parse(/CMD (\[.*\])/.exec(line.getRawArgumentsContent() ?? '')?.[1] ?? '[]')
  return words
}

function run(command: string[], sandbox: Sandbox, tools: string): void {
  const [program = '', ...rest] = sandboxed(sandbox, tools, command)
  execFileSync(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
}

function copy(words: string[], from: string | undefined, image: Image, { stages }: Around): void {
  const to = words.at(-1) ?? ''
  const target = path.join(image.sandbox.root, path.resolve(image.sandbox.workdir, to))
  const source = from === undefined ? undefined : stages.get(from)
  if (from !== undefined && source === undefined) throw new Error(`there is no stage ${from}`)
  for (const word of words.slice(0, -1)) {
    if (source === undefined) copyContext(word, target, to.endsWith('/'))
    else copyTree(path.join(source.sandbox.root, word), target, to.endsWith('/'))
  }
}

/** Of a folder its content, of a file the file: hard links, for nothing is written into them. */
function copyTree(from: string, to: string, isInto: boolean): void {
  const isFolder = fs.statSync(from).isDirectory()
  fs.mkdirSync(isFolder || isInto ? to : path.dirname(to), { recursive: true })
  execFileSync('cp', ['-al', isFolder ? `${from}/.` : from, to])
}

/** What an engine is sent: the checkout, without what `.dockerignore` names. */
function copyContext(word: string, to: string, isInto: boolean): void {
  const ignored = fs
    .readFileSync(path.join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const isSent = (name: string) => !ignored.some((one) => name === one || name.startsWith(`${one}/`))
  const filter = (file: string) => isSent(path.relative(ROOT, file))
  const from = path.join(ROOT, word)
  const isFile = fs.statSync(from).isFile()
  fs.cpSync(from, isFile && isInto ? path.join(to, path.basename(word)) : to, { recursive: true, filter })
}
