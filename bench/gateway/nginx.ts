/** nginx with a configuration of its own on a free port: once as a reverse proxy, once as a cache in front of it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/helpers/ports.ts';

export interface Nginx {
  version: string;
  proxy: string;
  cache: string;
  stop(): Promise<void>;
}

const configuration = (folder: string, service: URL, apiKey: string, ports: [number, number]) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000000;
  proxy_cache_path ${folder}/cache keys_zone=timelines:10m;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header x-api-key ${apiKey};
  proxy_buffers 8 64k;
  upstream service { server ${service.host}; keepalive 64; keepalive_requests 1000000000; }
  server { listen 127.0.0.1:${ports[0]}; location / { proxy_pass http://service; } }
  server {
    listen 127.0.0.1:${ports[1]};
    location / { proxy_pass http://service; proxy_cache timelines; proxy_cache_valid 200 10m; }
  }
}
`;

/** undefined where there is no nginx: `apt-get install -y nginx`. */
export async function startNginx(service: string, apiKey: string): Promise<Nginx | undefined> {
  const { error, stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' });
  if (error) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'bench-gateway-nginx-'));
  // Started by root it works as another user, who has to come in.
  await chmod(folder, 0o755);
  const ports: [number, number] = [await freePort(), await freePort()];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, new URL(service), apiKey, ports));
  const child = spawn('nginx', ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'inherit' });
  await listening(child, ports[1]);
  return {
    version: stderr.trim().replace(/^nginx version: /, ''),
    proxy: `http://127.0.0.1:${ports[0]}`,
    cache: `http://127.0.0.1:${ports[1]}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    try {
      await fetch(`http://127.0.0.1:${port}/`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  throw new Error('nginx did not start.');
}
