import { expect, test } from "vitest";
import { isNearAddress } from "./near-address.ts";

test.each([
  "http://127.0.0.1:11434/v1",
  "http://localhost:1234",
  "http://[::1]:8080",
  "http://192.168.1.7:8000/v1",
  "http://10.0.0.3",
  "http://172.20.0.2",
  "http://100.70.1.2",
  "http://[fd00::5]:80",
  "http://gpubox:8000",
  "http://nas.local",
  "http://host.docker.internal:11434",
])("%s is near", (url) => expect(isNearAddress(url)).toBe(true));

test.each([
  "https://api.openai.com/v1",
  "http://8.8.8.8",
  "http://172.32.0.1",
  "https://local.example.com",
  "http://[2606:4700::1]",
])("%s is not", (url) => expect(isNearAddress(url)).toBe(false));
