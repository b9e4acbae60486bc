/** What is read of a cursor of the tree-sitter runtime; each answer is a call into WebAssembly. */
export interface TreeCursor {
  readonly nodeTypeId: number;
  readonly nodeType: string;
  readonly nodeIsNamed: boolean;
  readonly currentFieldName: string | null;
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}

const NO_CHILDREN: readonly TreeNode[] = [];

/** A named node of a syntax tree, copied once so that looking around in it costs nothing. Offsets are UTF-16, end exclusive. */
export class TreeNode {
  readonly type: string;
  readonly parent: TreeNode | undefined;
  field = "";
  startIndex = 0;
  endIndex = 0;
  children = NO_CHILDREN;

  constructor(type: string, parent: TreeNode | undefined) {
    this.type = type;
    this.parent = parent;
  }

  childForFieldName(name: string): TreeNode | undefined {
    const { children } = this;
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at];
      if (child?.field === name) return child;
    }
    return undefined;
  }

  /** The first child of one of these types. */
  childOf(...types: readonly string[]): TreeNode | undefined {
    return this.children.find((child) => types.includes(child.type));
  }

  childrenOf(...types: readonly string[]): TreeNode[] {
    return this.children.filter((child) => types.includes(child.type));
  }

  childrenFor(field: string): TreeNode[] {
    return this.children.filter((child) => child.field === field);
  }
}

/** Types of one grammar by number: empty for those that are left out. */
const TYPES = new WeakMap<object, string[]>();
/** Named, but nothing that anyone looks for. */
const PLAIN: ReadonlySet<string> = new Set(
  "comment line_comment block_comment string_fragment string_content escape_sequence interpreted_string_literal_content string_start string_end".split(
    " ",
  ),
);
/** Types without anything inside, so that there is no need to look. */
const LEAF =
  /identifier$|^(?:number|integer|float|true|false|null|none|nil|this|self|void_type|integral_type|predefined_type|int_literal)$/;

/**
 * Copies the named nodes of a tree, without comments and the insides of strings.
 * @param cursor   at the root; it is moved
 * @param grammar  whose numbers the types are
 */
export function copyTree(cursor: TreeCursor, grammar: object): TreeNode {
  const types = TYPES.get(grammar) ?? [];
  TYPES.set(grammar, types);
  const root = place(new TreeNode(cursor.nodeType, undefined), cursor);
  let parent = root;
  /** Of all nodes that are open, so that each list is as long as it has to be: one that grows begins with room for seventeen. */
  const pending: TreeNode[] = [];
  const open: number[] = [];
  let first = 0;
  let hasNode = cursor.gotoFirstChild();
  while (hasNode) {
    const id = cursor.nodeTypeId;
    const type = types[id] ?? typeAt(cursor, types, id);
    if (type !== "") {
      const node = place(new TreeNode(type, parent), cursor);
      pending.push(node);
      if (!LEAVES.has(type) && cursor.gotoFirstChild()) {
        parent = node;
        open.push(first);
        first = pending.length;
        continue;
      }
    }
    hasNode = cursor.gotoNextSibling();
    for (; !hasNode && parent !== root; hasNode = cursor.gotoNextSibling()) {
      cursor.gotoParent();
      if (pending.length > first) parent.children = pending.splice(first);
      parent = parent.parent as TreeNode;
      first = open.pop() as number;
    }
  }
  root.children = pending;
  return root;
}

const LEAVES = new Set<string>();

function typeAt(cursor: TreeCursor, types: string[], id: number): string {
  const type = cursor.nodeIsNamed ? cursor.nodeType : "";
  types[id] = PLAIN.has(type) ? "" : type;
  if (LEAF.test(type) && !/^(?:nested|scoped|qualified|generic|dotted)_/.test(type)) LEAVES.add(type);
  return types[id];
}

function place(node: TreeNode, cursor: TreeCursor): TreeNode {
  node.startIndex = cursor.startIndex;
  node.endIndex = cursor.endIndex;
  node.field = cursor.currentFieldName ?? "";
  return node;
}
