// The files of the client's types, as texts: `npm run docs` writes them and a test holds them against the contract. They
// are copies, so that the published client needs neither our contract nor a schema library.

import type { TypeFile } from './public-types.ts';
import {
  type Base,
  type Names,
  renderComment,
  renderOwnMembers,
  renderType,
  type Schema,
  shapesOf,
} from './render-type.ts';

type TypeFiles = Readonly<Record<string, TypeFile>>;

const head = (file: string): string =>
  `// Made from contract/ by \`npm run docs\`: the types of ${file}, as the API has them. Do not edit.\n`;

const isPlainObject = ({ type, properties, patternProperties, oneOf }: Schema): boolean =>
  type === 'object' && properties !== undefined && patternProperties === undefined && oneOf === undefined;

const renderDeclaration = (name: string, schema: Schema, names: Names): string => {
  const comment = renderComment(schema.description, '');
  if (isPlainObject(schema)) {
    const bases = names.basesOf(schema).map(({ name: base }) => base);
    const heritage = bases.length > 0 ? ` extends ${bases.join(', ')}` : '';
    return `${comment}export interface ${name}${heritage} {\n${renderOwnMembers(schema, names, '  ')}}\n`;
  }
  return `${comment}export type ${name} = ${renderType(schema, names)};\n`;
};

/** The members of an object, whatever its descriptions say. */
const shapeOf = (schema: Schema): string | undefined =>
  isPlainObject(schema) ? [...shapesOf(schema).values()].join('') : undefined;

/** A schema is known by being the very one of the list, by its `$id`, by a reference to that, or by holding the same. */
const nameFinder = (files: TypeFiles) => {
  const names = new Map<unknown, string>();
  for (const [name, schema] of Object.values(files).flatMap((file) => Object.entries(file))) {
    names.set(schema, name);
    if (schema.$id) names.set(schema.$id, name).set(`${schema.$id}#`, name);
    if (schema.enum) names.set(JSON.stringify(schema.enum), name);
    const shape = shapeOf(schema);
    if (shape) names.set(shape, name);
  }
  return (schema: Schema): string | undefined =>
    names.get(schema) ??
    names.get(schema.$ref ?? schema.$id) ??
    names.get(shapeOf(schema)) ??
    (schema.enum && names.get(JSON.stringify(schema.enum)));
};

/** Finds the base types whose members an object has all of: the largest first, and no member twice. */
const baseFinder = (files: TypeFiles, names: readonly string[]) => {
  const known = Object.values(files)
    .flatMap((file) => Object.entries(file))
    .filter(([name]) => names.includes(name))
    .map(([name, schema]) => ({ name, schema, shapes: [...shapesOf(schema)] }))
    .sort((one, two) => two.shapes.length - one.shapes.length);
  return (object: Schema): Base[] => {
    const left = new Map(shapesOf(object));
    const bases: Base[] = [];
    for (const { name, schema, shapes } of known) {
      if (schema === object || !shapes.every(([member, shape]) => left.get(member) === shape)) continue;
      bases.push({ name, members: shapes.map(([member]) => member) });
      for (const [member] of shapes) left.delete(member);
    }
    return bases;
  };
};

const renderFile = (
  files: TypeFiles,
  bases: readonly string[],
  [file, types]: readonly [string, TypeFile],
): string => {
  const findName = nameFinder(files);
  const findBases = baseFinder(files, bases);
  const used = new Set<string>();
  const declarations = Object.entries(types).map(([name, schema]) =>
    renderDeclaration(name, schema, {
      of(inner) {
        const found = inner === schema ? undefined : findName(inner);
        if (found) used.add(found);
        return found;
      },
      basesOf(inner) {
        const found = findBases(inner);
        for (const { name } of found) used.add(name);
        return found;
      },
    }),
  );
  const imports = Object.entries(files)
    .filter(([other]) => other !== file)
    .map(([other, theirs]) => ({
      other,
      names: Object.keys(theirs)
        .filter((name) => used.has(name))
        // As the linter sorts them: without regard to capital letters.
        .sort((one, two) => (one.toLowerCase() < two.toLowerCase() ? -1 : 1)),
    }))
    .filter(({ names }) => names.length > 0)
    .sort((one, two) => (one.other < two.other ? -1 : 1))
    .map(({ other, names }) => `import type { ${names.join(', ')} } from './${other}.ts';\n`);
  return [head(file), ...(imports.length > 0 ? [imports.join('')] : []), ...declarations].join('\n');
};

/** Text by file name. What holds all of a base is written as that base and the rest. */
export const renderFiles = (files: TypeFiles, bases: readonly string[] = []): ReadonlyMap<string, string> =>
  new Map(Object.entries(files).map((entry) => [`${entry[0]}.ts`, renderFile(files, bases, entry)]));
