/**
 * The provider's policy language: `&&`, `||`, comparisons, `in`, access by member, index and range, and the
 * functions of lists. Both sides of an operator are always evaluated: an error anywhere is an error of
 * the whole expression.
 */

/** What names mean: strings, whole numbers, booleans, lists and structs of them. */
export type Scope = Readonly<Record<string, unknown>>

/** An invalid expression, or that cannot be evaluated for this activity. */
export class PolicyError extends Error {}

type Expression = (scope: Scope) => unknown

/**
 * Reads an expression.
 *
 * @throws PolicyError for an invalid text
 */
export function parsePolicy(text: string): (scope: Scope) => boolean {
  const reader = new Reader(tokensOf(text))
  const expression = reader.disjunction()
  reader.end()
  return (scope) => boolean(expression(scope))
}

const token = /\s*(?:('[^']*')|(\d+)(?!\w)|([A-Za-z_]\w*)|(&&|\|\||==|!=|<=|>=|\.\.|[<>()[\],.]))/y

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  token.lastIndex = 0
  while (text.slice(token.lastIndex).trim() !== '') {
    const found = token.exec(text)
    if (found === null) throw new PolicyError('cannot be read')
    tokens.push(found[0].trim())
  }
  return tokens
}

const comparisons: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '==': (left, right) => isSame(left, right),
  '!=': (left, right) => !isSame(left, right),
  '<': (left, right) => number(left) < number(right),
  '>': (left, right) => number(left) > number(right),
  '<=': (left, right) => number(left) <= number(right),
  '>=': (left, right) => number(left) >= number(right),
  in: (left, right) => list(right).some((one) => isSame(left, one)),
}

class Reader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw new PolicyError(`unexpected ${this.#peek()}`)
  }

  disjunction(): Expression {
    return this.#joined(
      '||',
      () => this.#conjunction(),
      (left, right) => left || right,
    )
  }

  #conjunction(): Expression {
    return this.#joined(
      '&&',
      () => this.#comparison(),
      (left, right) => left && right,
    )
  }

  #joined(
    operator: string,
    next: () => Expression,
    join: (left: boolean, right: boolean) => boolean,
  ): Expression {
    let left = next()
    while (this.#takes(operator)) {
      const [first, second] = [left, next()]
      left = (scope) => {
        const [one, other] = [boolean(first(scope)), boolean(second(scope))]
        return join(one, other)
      }
    }
    return left
  }

  #comparison(): Expression {
    const left = this.#access()
    const compare = comparisons[this.#peek() ?? '']
    if (compare === undefined) return left
    this.#at += 1
    const right = this.#access()
    return (scope) => compare(left(scope), right(scope))
  }

  #access(): Expression {
    let value = this.#primary()
    for (;;) {
      if (this.#takes('.')) value = this.#member(value, this.#next())
      else if (this.#takes('[')) value = this.#part(value)
      else return value
    }
  }

  #part(of: Expression): Expression {
    const start = Number(this.#next())
    const end = this.#takes('..') ? Number(this.#next()) : undefined
    this.#require(']')
    if (!Number.isInteger(start) || Number.isNaN(end)) throw new PolicyError('an index is a number')
    return (scope) => {
      const whole = sequence(of(scope))
      if ((end ?? start + 1) > whole.length) throw new PolicyError('out of range')
      return end === undefined ? whole[start] : whole.slice(start, end)
    }
  }

  #member(of: Expression, name: string): Expression {
    if (!this.#takes('(')) return (scope) => memberOf(of(scope), name)
    if (name === 'count') {
      this.#require(')')
      return (scope) => list(of(scope)).length
    }
    if (name === 'contains') {
      const wanted = this.disjunction()
      this.#require(')')
      return (scope) => list(of(scope)).some((one) => isSame(one, wanted(scope)))
    }
    const item = this.#next()
    this.#require(',')
    const predicate = this.disjunction()
    this.#require(')')
    const holds = (scope: Scope) => (one: unknown) => boolean(predicate({ ...scope, [item]: one }))
    switch (name) {
      case 'any':
        return (scope) => list(of(scope)).map(holds(scope)).includes(true)
      case 'all':
        return (scope) => !list(of(scope)).map(holds(scope)).includes(false)
      case 'filter':
        return (scope) => list(of(scope)).filter(holds(scope))
      default:
        throw new PolicyError(`no function ${name}`)
    }
  }

  #primary(): Expression {
    const first = this.#next()
    if (first === '(') {
      const inner = this.disjunction()
      this.#require(')')
      return inner
    }
    if (first === '[') return this.#listed()
    if (first.startsWith("'")) return () => first.slice(1, -1)
    if (/^\d/.test(first)) return () => Number(first)
    if (first === 'true' || first === 'false') return () => first === 'true'
    if (!/^[A-Za-z_]/.test(first)) throw new PolicyError(`unexpected ${first}`)
    return (scope) => memberOf(scope, first)
  }

  #listed(): Expression {
    const items: Expression[] = []
    while (!this.#takes(']')) {
      if (items.length > 0) this.#require(',')
      items.push(this.disjunction())
    }
    return (scope) => items.map((item) => item(scope))
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at]
  }

  #next(): string {
    const found = this.#peek()
    if (found === undefined) throw new PolicyError('unexpected end')
    this.#at += 1
    return found
  }

  #takes(wanted: string): boolean {
    if (this.#peek() !== wanted) return false
    this.#at += 1
    return true
  }

  #require(wanted: string): void {
    if (!this.#takes(wanted)) throw new PolicyError(`${wanted} is missing`)
  }
}

function memberOf(of: unknown, name: string): unknown {
  if (typeof of !== 'object' || of === null || Array.isArray(of) || !Object.hasOwn(of, name)) {
    throw new PolicyError(`no ${name}`)
  }
  return (of as Record<string, unknown>)[name]
}

function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== typeof right || typeof left === 'object') {
    throw new PolicyError('values of different kinds are compared')
  }
  return left === right
}

function boolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new PolicyError('not a boolean')
  return value
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw new PolicyError('not a number')
  return value
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new PolicyError('not a list')
  return value
}

function sequence(value: unknown): string | readonly unknown[] {
  return typeof value === 'string' ? value : list(value)
}
