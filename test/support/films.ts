import fs from 'node:fs'
import path from 'node:path'
import { type TestServer, startServer } from './server/test-server.ts'

const FILMS = `
  create table public.directors (id int primary key, name text not null, born date);
  create table public.films (
    id int primary key, title text not null, director_id int references public.directors, year int, takings numeric,
    details jsonb default '{}'
  );
  create table public.actors (id int primary key, name text);
  create table public.roles (film_id int references public.films, actor_id int references public.actors,
                             primary key (film_id, actor_id));
  create table public.awards (id int primary key generated always as identity, film_id int unique references public.films,
                              name text default 'Palm');
  create view public.recent_films as select id, title, year from public.films where year > 2000;
  insert into public.directors values (1, 'Varda', '1928-05-30'), (2, 'Denis', '1946-04-21'), (3, 'Nobody', null);
  insert into public.films values (10, 'Cléo', 1, 1962, 5, '{"length": 90, "tags": ["a","b"]}'),
    (11, 'Gleaners, "and I"', 1, 2000, 7, '{}'), (12, 'Beau travail', 2, 1999, 4, '{}'), (13, 'Untitled', null, 2010, null, '{}');
  insert into public.actors values (100, 'Marchand'), (101, 'Lavant');
  insert into public.roles values (10, 100), (12, 101), (12, 100);
  insert into public.awards (film_id) values (10);

  create function public.label(public.films) returns text stable language sql
    as $$ select $1.title || ' (' || $1.year || ')' $$;
  create function public.siblings(public.films) returns setof public.films stable language sql
    as $$ select * from public.films where director_id = $1.director_id and id <> $1.id $$;
  create function public.maker(public.films) returns setof public.directors rows 1 stable language sql
    as $$ select * from public.directors where id = $1.director_id $$;
  create function public.films_of(director int) returns setof public.films stable language sql
    as $$ select * from public.films where director_id = director $$;
  create function public.add(a int, b int) returns int immutable language sql as $$ select a + b $$;
  create function public.add(a int, b int, c int) returns int immutable language sql as $$ select a + b + c $$;
  create function public.echo(json) returns json immutable language sql as $$ select $1 $$;
  create function public.teapot() returns text language plpgsql as $$
    begin
      perform set_config('response.status', '418', true);
      perform set_config('response.headers', '[{"X-Kind": "pot"}, {"Cache-Control": "no-store"}]', true);
      return 'tea';
    end $$;
  create function public.bad_headers() returns text language plpgsql as $$
    begin perform set_config('response.headers', '{"X-Kind": "a\\nb"}', true); return ''; end $$;
  create function public.refuse(kind text) returns text language plpgsql as $$
    begin
      if kind = 'status' then raise sqlstate 'PT402' using message = 'Payment required'; end if;
      if kind = 'json' then
        raise sqlstate 'PGRST' using message = '{"code":"123","message":"Own words","details":"d","hint":"h"}',
          detail = '{"status":451,"headers":{"X-Why":"law"}}';
      end if;
      raise sqlstate 'PGRST' using message = 'no json', detail = '{}';
    end $$;
  create function public.remove_all() returns setof public.awards language sql as $$ delete from public.awards returning * $$;
  create function public.zone() returns text stable language sql as $$ select current_setting('TimeZone') $$;
  grant all on public.directors, public.films, public.actors, public.roles, public.awards, public.recent_films to service_role, authenticated;
`

type Init = { method?: string; headers?: Record<string, string>; body?: string }
type Answer = { status: number; headers: Headers; body: unknown }

/** A server with tables of films, which rest/v1 is asked for with the secret key. */
export type FilmServer = {
  server: TestServer
  ask: (target: string, init?: Init) => Promise<Answer>
  rows: (target: string, init?: Init) => Promise<unknown>
}

export async function startFilmServer(): Promise<FilmServer> {
  const server = await startServer({ REST_AGGREGATES: 'true', REST_TX_ROLLBACK: 'true', REST_MAX_ROWS: '3' })
  await server.database.owner(FILMS)
  const key = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const ask = async (target: string, init: Init = {}): Promise<Answer> => {
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers }
    const answer = await server.fetch(`/rest/v1${target}`, { ...init, headers })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
  }
  return { server, ask, rows: async (target, init) => (await ask(target, init)).body }
}
