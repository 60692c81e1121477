import { parseSync } from 'vite'

/** A node of the syntax tree (ESTree, with TypeScript and JSX); `start` and `end` are offsets in the code. */
export interface Node {
  type: string
  start: number
  end: number
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

export const get = (node: Node, name: string): unknown => Reflect.get(node, name)

/** The nodes that one field of a node holds, whether it is a list or not. */
export const nodesIn = (node: Node, name: string): Node[] => [get(node, name)].flat().filter(isNode)

export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The tree of a file; null when it has errors of syntax. */
export function parseCode(file: string, code: string): Node | null {
  const { program, errors } = parseSync(file, code)
  const tree: unknown = program
  return errors.length === 0 && isNode(tree) ? tree : null
}
