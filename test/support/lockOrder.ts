/**
 * In which order SQL functions lock: read from their texts, through every branch and every function and trigger that they
 * call. A lock is a table (rows locked by a SELECT, changed or deleted, or inserted where another transaction's row is met)
 * or an advisory key, `advisory NAME`. What is held when another one is taken for the first time is a step of the order.
 */

/** The texts of functions and triggers, as `create` statements. */
export type LockSources = readonly string[]

/** Something is locked while something else is held. */
export type LockStep = {
  readonly held: string
  readonly taken: string
  /** The function that took the first one. */
  readonly by: string
  /** The function that is called from outside, and those through which the second one is taken: `a > b`. */
  readonly path: string
}

/** What is held on one way through the text, and by which function each was taken. */
type Way = ReadonlyMap<string, string>
/** What may be held, by each way that has come here; ways that hold the same are one. */
type Held = ReadonlyMap<string, Way>

type SqlFunction = {
  readonly name: string
  readonly language: string
  readonly tokens: readonly string[]
}
type Trigger = { readonly event: string; readonly table: string; readonly calls: string }

const LITERAL = /'(?:[^']|'')*'/y
const ADVISORY = /^pg_(try_)?advisory_xact_lock/
const WORD = /[a-z_][a-z0-9_.]*/iy
const keyOf = (way: Way): string => [...way.keys()].sort().join(', ')
const START: Held = new Map([['', new Map<string, string>()]])
const NOWHERE: Held = new Map()

export type LockRules = {
  /** What is locked, and in which order. */
  readonly order: readonly string[]
  /** Rows of which one waits for another transaction only where it is inserted: all others are its own. */
  readonly onlyInserted: readonly string[]
  /** Rows that are locked under the lock of another row alone, whose they are. */
  readonly under: Readonly<Record<string, string>>
}

/** Every step of the order of functions that are called from outside: `isCalled` says which. */
export function lockSteps(
  sources: LockSources,
  rules: LockRules,
  isCalled: (name: string) => boolean,
): LockStep[] {
  const reader = new LockReader(sources, rules)
  return reader
    .names()
    .filter(isCalled)
    .flatMap((name) => reader.stepsOf(name))
}

class LockReader {
  readonly #functions = new Map<string, SqlFunction>()
  readonly #triggers: Trigger[] = []
  readonly #steps = new Map<string, LockStep>()
  readonly #known = new Map<string, Held>()
  readonly #under = new Set<string>()
  readonly #locking = new Set<string>()

  constructor(
    sources: LockSources,
    readonly rules: LockRules,
  ) {
    const definition =
      /create (?:or replace )?function (\w+)\(.*?\blanguage (\w+).*?\bas (\$\w*\$)(.*?)\3/gs
    const trigger =
      /create trigger \w+ (?:before|after) (.*?) on (\w+)\b.*?execute function (\w+)/gs
    for (const source of sources) {
      for (const [, name = '', language = '', , body = ''] of source.matchAll(definition)) {
        this.#functions.set(name, { name, language, tokens: tokensOf(body) })
      }
      for (const [, event = '', table = '', calls = ''] of source.matchAll(trigger)) {
        this.#triggers.push({ event, table, calls })
      }
    }
    this.#findLocking()
  }

  /** Functions that lock nothing of the order, nor call what does, are not read. */
  #findLocking(): void {
    const direct = new Set([...this.rules.order, ...Object.keys(this.rules.under)])
    for (const { table } of this.#triggers) direct.add(table)
    for (let before = -1; before !== this.#locking.size; ) {
      before = this.#locking.size
      for (const { name, tokens } of this.#functions.values()) {
        if (tokens.some((token, at) => this.#mayLock(token, tokens[at - 1] ?? '', direct))) {
          this.#locking.add(name)
        }
      }
    }
  }

  #mayLock(token: string, before: string, direct: ReadonlySet<string>): boolean {
    if (this.#locking.has(token) || ADVISORY.test(token)) return true
    return direct.has(token) && ['from', 'join', 'into', 'update', ','].includes(before)
  }

  names(): string[] {
    return [...this.#functions.keys()]
  }

  stepsOf(name: string): LockStep[] {
    this.#steps.clear()
    this.#known.clear()
    this.call(name, START, '')
    return [...this.#steps.values()]
  }

  isFunction(name: string): boolean {
    return this.#functions.has(name)
  }

  /** What is held after a call. */
  call(name: string, held: Held, path: string): Held {
    const found = this.#functions.get(name)
    if (found === undefined || this.#under.has(name) || !this.#locking.has(name)) return held
    const ways = [...held].map(([key, way]) => {
      const known = this.#known.get(`${name}: ${key}`)
      if (known !== undefined) return known
      this.#under.add(name)
      const here = path === '' ? name : `${path} > ${name}`
      const after = new BodyReader(this, found, here).read(new Map([[key, way]]))
      this.#under.delete(name)
      this.#known.set(`${name}: ${key}`, after)
      return after
    })
    return joined(...ways)
  }

  take(taken: string, held: Held, path: string, doesWait = true): Held {
    const owner = this.rules.under[taken]
    if (owner !== undefined) {
      const isFree = [...held.values()].some((way) => !way.has(owner))
      if (isFree && doesWait) this.#note(`no ${owner}`, taken, '', path)
      return held
    }
    if (!this.rules.order.includes(taken)) return held
    const ways = [...held.values()].map((way) => {
      if (way.has(taken)) return way
      for (const [one, by] of way) if (doesWait) this.#note(one, taken, by, path)
      return new Map([...way, [taken, path.slice(path.lastIndexOf(' ') + 1)]])
    })
    return new Map(ways.map((way) => [keyOf(way), way]))
  }

  /** Several rows are locked in no order, unless they are locked already. */
  noteUnordered(taken: string, held: Held, path: string): void {
    const isNew = [...held.values()].some((way) => !way.has(taken))
    if (isNew && this.rules.order.includes(taken)) this.#note('no order', taken, '', path)
  }

  #note(held: string, taken: string, by: string, path: string): void {
    const step = `${held} ${taken}`
    if (!this.#steps.has(step)) this.#steps.set(step, { held, taken, by, path })
  }

  /** A row is inserted, changed or deleted: its triggers. */
  write(
    event: 'insert' | 'update' | 'delete',
    table: string,
    held: Held,
    path: string,
    set: readonly string[] = [],
  ): Held {
    return this.#triggers
      .filter((one) => {
        if (one.table !== table || !one.event.includes(event)) return false
        const columns = /update of ([\w, ]+)/.exec(one.event)?.[1]?.split(/, */)
        return (
          columns === undefined ||
          event !== 'update' ||
          columns.some((column) => set.includes(column))
        )
      })
      .reduce((before, { calls }) => joined(before, this.call(calls, before, path)), held)
  }
}

/** After any of these. */
function joined(...all: readonly Held[]): Held {
  return new Map(all.flatMap((held) => [...held]))
}

/** A SELECT, or a part in brackets of a statement: which tables its locks are of. */
type Scope = {
  /** Where it begins. */
  readonly from: number
  readonly tables: Map<string, string>
  readonly order: string[]
  /** Whether what follows is evaluated in some cases alone. */
  isConditional: boolean
}

class BodyReader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(
    readonly reader: LockReader,
    readonly source: SqlFunction,
    readonly path: string,
  ) {
    this.#tokens = source.tokens
  }

  read(held: Held): Held {
    if (this.source.language === 'sql') return this.#statements(held, [])
    while (this.#peek() !== 'begin' && this.#peek() !== '') this.#at += 1
    // Values of declarations are evaluated first.
    const begin = this.#at
    this.#at = 0
    const declared = this.#expression(held, ['begin'])
    this.#at = begin
    const [end, returned] = this.#block(declared)
    return joined(end, returned)
  }

  #peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead] ?? ''
  }

  #skip(...expected: string[]): void {
    for (const one of expected) {
      if (this.#peek() !== one) {
        const near = this.#tokens.slice(this.#at - 8, this.#at + 8).join(' ')
        throw new Error(`${this.source.name}: ${one} was expected in: ${near}`)
      }
      this.#at += 1
    }
  }

  #returned = NOWHERE

  /** `begin ... [exception when ... then ...] end`. @returns what is held at its end, and at its returns */
  #block(held: Held): [Held, Held] {
    const outer = this.#returned
    this.#returned = NOWHERE
    this.#skip('begin')
    let end = this.#statements(held, ['exception', 'end'])
    if (this.#peek() === 'exception') {
      this.#skip('exception')
      // A savepoint's locks are released where it is rolled back.
      const before = held
      while (this.#peek() === 'when') {
        while (this.#peek() !== 'then') this.#at += 1
        this.#skip('then')
        end = joined(end, this.#statements(before, ['when', 'end']))
      }
    }
    this.#skip('end')
    const returned = this.#returned
    this.#returned = outer
    return [end, returned]
  }

  /** Until one of the words, which is not read. */
  #statements(held: Held, until: readonly string[]): Held {
    let now = held
    while (this.#peek() !== '' && !until.includes(this.#peek())) {
      now = this.#statement(now)
      if (this.#peek() === ';') this.#at += 1
    }
    return now
  }

  #statement(held: Held): Held {
    if (this.source.language !== 'sql') {
      const word = this.#peek()
      if (word === 'declare') {
        const declared = this.#expression(held, ['begin'])
        return this.#inner(declared)
      }
      if (word === 'begin') return this.#inner(held)
      if (word === 'if') return this.#branches(held)
      if (word === 'case') return this.#cases(held)
      if (word === 'loop' || word === 'while' || word === 'for' || word === 'foreach') {
        return this.#loop(held)
      }
      if (word === 'return' && this.#peek(1) !== 'query' && this.#peek(1) !== 'next') {
        const after = this.#expression(held, [';'])
        this.#returned = joined(this.#returned, after)
        return NOWHERE
      }
      if (word === 'raise' && this.#peek(1) === 'exception') {
        this.#expression(held, [';'])
        return NOWHERE
      }
    }
    return this.#expression(held, [';'])
  }

  #inner(held: Held): Held {
    const [end, returned] = this.#block(held)
    this.#returned = joined(this.#returned, returned)
    return end
  }

  #branches(held: Held): Held {
    let end = NOWHERE
    let before = held
    this.#skip('if')
    for (;;) {
      before = this.#expression(before, ['then'])
      this.#skip('then')
      end = joined(end, this.#statements(before, ['elsif', 'else', 'end']))
      if (this.#peek() !== 'elsif') break
      this.#skip('elsif')
    }
    if (this.#peek() === 'else') {
      this.#skip('else')
      end = joined(end, this.#statements(before, ['end']))
    } else end = joined(end, before)
    this.#skip('end', 'if')
    return end
  }

  #cases(held: Held): Held {
    this.#skip('case')
    let before = this.#expression(held, ['when'])
    let end = NOWHERE
    while (this.#peek() === 'when') {
      this.#skip('when')
      before = this.#expression(before, ['then'])
      this.#skip('then')
      end = joined(end, this.#statements(before, ['when', 'else', 'end']))
    }
    if (this.#peek() === 'else') {
      this.#skip('else')
      end = joined(end, this.#statements(before, ['end']))
    }
    this.#skip('end', 'case')
    return end
  }

  #loop(held: Held): Held {
    const before = this.#expression(held, ['loop'])
    this.#skip('loop')
    const begin = this.#at
    const once = this.#statements(before, ['end'])
    // A second time: with what the first one has taken.
    this.#at = begin
    const twice = this.#statements(joined(before, once), ['end'])
    this.#skip('end', 'loop')
    return joined(before, once, twice)
  }

  /** Locks, writes and calls of a statement or an expression, in the order of its text. */
  #expression(held: Held, until: readonly string[]): Held {
    const scope: Scope = { from: this.#at, tables: new Map(), order: [], isConditional: false }
    let now = held
    const follow = (after: Held): void => {
      now = scope.isConditional ? joined(now, after) : after
    }
    while (this.#peek() !== '' && !until.includes(this.#peek())) {
      const word = this.#peek()
      const next = this.#peek(1)
      if (word === ')') break
      if (word === 'case') now = this.#caseExpression(now)
      else if (word === '(') follow(this.#brackets(now))
      else if (word === 'and' || word === 'or' || word === 'coalesce') {
        scope.isConditional = true
        this.#at += 1
      } else if (word === 'insert' && next === 'into') follow(this.#insert(now))
      else if (word === 'delete' && next === 'from') {
        const table = this.#peek(2)
        this.#at += 3
        follow(this.reader.write('delete', table, this.#change(table, now), this.path))
      } else if (word === 'update' && this.#isTable(next)) {
        this.#at += 2
        follow(
          this.reader.write('update', next, this.#change(next, now), this.path, this.#columns()),
        )
      } else if (['from', 'join', ','].includes(word) && this.#isTable(next)) this.#table(scope)
      else if (word === 'for' && ['update', 'no', 'share', 'key'].includes(next)) {
        now = this.#lockRows(scope, now)
      } else if (next === '(' && /^[a-z_]/.test(word)) follow(this.#call(now))
      else this.#at += 1
    }
    return now
  }

  /** What an UPDATE sets. */
  #columns(): string[] {
    const rest = this.#restOfStatement()
    const end = rest.indexOf('where')
    return rest.slice(0, end < 0 ? rest.length : end).filter((_, at) => rest[at + 1] === '=')
  }

  /** What follows, to its end or that of the brackets around it, without what is in brackets of its own but `any`'s. */
  #restOfStatement(): string[] {
    const rest: string[] = []
    for (let at = this.#at, depth = 0; at < this.#tokens.length; at += 1) {
      const token = this.#tokens[at] ?? ''
      if (token === ')') depth -= 1
      if (depth < 0 || token === ';') break
      if (depth === 0) rest.push(token)
      if (token === '(') depth += 1
    }
    return rest
  }

  #isTable(word: string): boolean {
    return /^[a-z_][a-z0-9_]*$/.test(word) && !['set', 'only', 'select', 'lateral'].includes(word)
  }

  #take(lock: string, held: Held, doesWait = true): Held {
    return this.reader.take(lock, held, this.path, doesWait)
  }

  #change(table: string, held: Held): Held {
    if (isOfSeveral(this.#restOfStatement())) this.reader.noteUnordered(table, held, this.path)
    return this.reader.rules.onlyInserted.includes(table) ? held : this.#take(table, held)
  }

  /** `from TABLE [as] [alias]`. */
  #table(scope: Scope): void {
    const table = this.#peek(1)
    if (this.#peek(2) === '(' || table.includes('.')) {
      this.#at += 1
      return
    }
    const named = this.#peek(2) === 'as' ? 3 : 2
    const alias = this.#peek(named)
    scope.tables.set(table, table)
    if (/^[a-z_][a-z0-9_]*$/.test(alias)) scope.tables.set(alias, table)
    scope.order.push(table)
    this.#at += 2
  }

  /** `for [no key] update | [key] share [of a, b] [skip locked]`. */
  #lockRows(scope: Scope, held: Held): Held {
    // As every foreign key does it: only FOR UPDATE waits for that.
    const isKeyShare = this.#peek(1) === 'key'
    while (['for', 'no', 'key', 'update', 'share'].includes(this.#peek())) this.#at += 1
    let tables = scope.order
    if (this.#peek() === 'of') {
      const names: string[] = []
      do {
        names.push(this.#peek(1))
        this.#at += 2
      } while (this.#peek() === ',')
      tables = names.map((name) => scope.tables.get(name) ?? name)
    }
    if (isKeyShare) return held
    const statement = this.#tokens.slice(scope.from, this.#at)
    if (isOfSeveral(statement) && !statement.includes('order') && this.#peek() !== 'skip') {
      for (const table of tables) this.reader.noteUnordered(table, held, this.path)
    }
    // Rows that another transaction holds are not waited for.
    const doesWait = this.#peek() !== 'skip'
    return tables.reduce((now, table) => this.#take(table, now, doesWait), held)
  }

  /** A row of a table meets another one of its key where `on conflict` says what then. */
  #insert(held: Held): Held {
    const table = this.#peek(2)
    this.#at += 3
    if (this.#peek() === '(') this.#brackets(held)
    const after = this.#expression(held, [';', 'on'])
    const meets = this.#peek() === 'on' && this.#peek(1) === 'conflict'
    const taken = meets ? this.#take(table, after) : after
    return this.reader.write('insert', table, taken, this.path)
  }

  #brackets(held: Held): Held {
    this.#skip('(')
    const after = this.#expression(held, [])
    // A semicolon is within no brackets.
    this.#skip(')')
    return after
  }

  /** Arguments first. */
  #call(held: Held): Held {
    const name = this.#peek()
    this.#at += 1
    const from = this.#at
    const after = this.#brackets(held)
    if (ADVISORY.test(name)) {
      const given = this.#tokens.slice(from, this.#at)
      const lock = `advisory ${given.find((one) => one.startsWith("'"))?.replaceAll("'", '') ?? given.slice(1, -1).join('')}`
      return this.#take(lock, after)
    }
    return this.reader.call(name, after, this.path)
  }

  #caseExpression(held: Held): Held {
    this.#skip('case')
    let before = this.#expression(held, ['when'])
    let end = NOWHERE
    while (this.#peek() === 'when') {
      this.#skip('when')
      before = this.#expression(before, ['then'])
      this.#skip('then')
      end = joined(end, this.#expression(before, ['when', 'else', 'end']))
    }
    if (this.#peek() === 'else') {
      this.#skip('else')
      before = this.#expression(before, ['end'])
    }
    this.#skip('end')
    return joined(end, before)
  }
}

/** `id = any (...)`, `id in (...)`: more than one row. */
const isOfSeveral = (statement: readonly string[]): boolean => {
  const where = statement.slice(statement.indexOf('where'))
  return where.some((token, at) => token === 'any' && where[at - 1] === '=') || where.includes('in')
}

function tokensOf(body: string): string[] {
  const text = body.replaceAll(/--.*$/gm, ' ').replaceAll(/\/\*.*?\*\//gs, ' ')
  const tokens: string[] = []
  for (let at = 0; at < text.length; ) {
    const found = [LITERAL, WORD].map((one) => {
      one.lastIndex = at
      return one.exec(text)?.[0]
    })
    const token = found[0] ?? found[1]?.toLowerCase() ?? text[at] ?? ''
    at += token.length
    if (token.trim() !== '') tokens.push(token)
  }
  return tokens
}
