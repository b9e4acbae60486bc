// Generated from schema.ts by `npm run docs`; do not edit.

export const SETTING_TABLE: unknown = {
  "provider": {
    "description": "Provider used when the model does not name one.",
    "env": [
      "WAYMARK_PROVIDER",
      "WAYMARK_DEFAULT_PROVIDER"
    ],
    "flag": "--provider",
    "schema": {
      "type": "string"
    }
  },
  "model": {
    "description": "PROVIDER/ID, or an id of the default provider.",
    "env": [
      "WAYMARK_MODEL",
      "WAYMARK_DEFAULT_MODEL"
    ],
    "flag": "--model",
    "schema": {
      "type": "string"
    }
  },
  "fallbackModels": {
    "description": "PROVIDER/ID of models that go on, in this order, when one is overloaded, limited or out of credit.",
    "env": [
      "WAYMARK_FALLBACK_MODELS"
    ],
    "separator": ",",
    "default": [],
    "schema": {
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "judgeModel": {
    "description": "PROVIDER/ID that decides what an answer means where the local rules abstain; the model itself when absent.",
    "env": [
      "WAYMARK_JUDGE_MODEL"
    ],
    "schema": {
      "type": "string"
    }
  },
  "profile": {
    "description": "Name of the profile whose settings hold.",
    "env": [
      "WAYMARK_PROFILE"
    ],
    "flag": "--profile",
    "schema": {
      "type": "string"
    }
  },
  "strategy": {
    "description": "How a prompt is worked on.",
    "env": [
      "WAYMARK_STRATEGY"
    ],
    "flag": "--strategy",
    "default": "auto",
    "schema": {
      "type": "string",
      "enum": [
        "auto",
        "react",
        "plan",
        "judge"
      ]
    }
  },
  "permissionMode": {
    "description": "What is asked before it is done.",
    "env": [
      "WAYMARK_PERMISSION_MODE"
    ],
    "flag": "--permission-mode",
    "default": "default",
    "schema": {
      "type": "string",
      "enum": [
        "default",
        "plan",
        "acceptEdits",
        "dontAsk",
        "bypassPermissions"
      ]
    }
  },
  "permissions": {
    "description": "Rules; deny beats ask beats allow. Lists of all levels are joined.",
    "env": [],
    "default": {
      "allow": [],
      "ask": [],
      "deny": []
    },
    "schema": {
      "type": "object",
      "properties": {
        "allow": {
          "default": [],
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "description": "Rules of the form Tool or Tool(pattern)."
        },
        "ask": {
          "default": [],
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "description": "Rules of the form Tool or Tool(pattern)."
        },
        "deny": {
          "default": [],
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "description": "Rules of the form Tool or Tool(pattern)."
        }
      },
      "additionalProperties": false
    }
  },
  "sandbox": {
    "description": "Sandbox that commands run in; must be there when it is set, the best there is when not.",
    "env": [
      "WAYMARK_SANDBOX"
    ],
    "flag": "--sandbox",
    "schema": {
      "type": "string",
      "enum": [
        "read-only",
        "workspace-write",
        "off"
      ]
    }
  },
  "networkHosts": {
    "description": "Hosts that commands in the sandbox may reach, through a proxy: example.com, *.example.com, localhost:3000. An approved command then reaches these alone.",
    "env": [],
    "schema": {
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "theme": {
    "description": "Colours of the terminal; found out from it when absent.",
    "env": [
      "WAYMARK_THEME"
    ],
    "schema": {
      "type": "string",
      "enum": [
        "dark",
        "light",
        "color-blind"
      ]
    }
  },
  "reducedMotion": {
    "description": "Nothing moves on the screen but the clock, once a second.",
    "env": [
      "WAYMARK_REDUCED_MOTION"
    ],
    "default": false,
    "schema": {
      "type": "boolean"
    }
  },
  "saveDiagrams": {
    "description": "Whether a session in the terminal keeps the Mermaid diagrams of answers in .waymark/diagrams.",
    "env": [
      "WAYMARK_SAVE_DIAGRAMS"
    ],
    "default": true,
    "schema": {
      "type": "boolean"
    }
  },
  "commandVariables": {
    "description": "More environment variables that commands get; without this they see PATH, HOME, LANG and the like only.",
    "env": [
      "WAYMARK_COMMAND_VARIABLES"
    ],
    "default": [],
    "schema": {
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1
      }
    }
  },
  "offline": {
    "description": "Never reach the network; without a local model the offline guide answers.",
    "env": [
      "WAYMARK_OFFLINE"
    ],
    "flag": "--offline",
    "default": false,
    "schema": {
      "type": "boolean"
    }
  },
  "maxTurns": {
    "description": "Model steps a run may take; 0 is no limit.",
    "env": [
      "WAYMARK_MAX_TURNS"
    ],
    "flag": "--max-turns",
    "default": 200,
    "schema": {
      "type": "integer",
      "minimum": 0
    }
  },
  "maxCost": {
    "description": "US dollars a run may spend; 0 is no limit.",
    "env": [
      "WAYMARK_MAX_COST"
    ],
    "flag": "--max-cost",
    "default": 0,
    "schema": {
      "type": "number",
      "minimum": 0
    }
  },
  "maxWallTime": {
    "description": "Seconds a run may take; 0 is no limit.",
    "env": [
      "WAYMARK_MAX_WALL_TIME"
    ],
    "flag": "--max-wall-time",
    "default": 0,
    "schema": {
      "type": "number",
      "minimum": 0
    }
  },
  "maxTokens": {
    "description": "Tokens, in and out, a run may use; 0 is no limit.",
    "env": [
      "WAYMARK_MAX_TOKENS"
    ],
    "flag": "--max-tokens",
    "default": 0,
    "schema": {
      "type": "integer",
      "minimum": 0
    }
  },
  "temperature": {
    "description": "Sampling temperature; the model's own default when absent.",
    "env": [
      "WAYMARK_TEMPERATURE"
    ],
    "schema": {
      "type": "number",
      "minimum": 0,
      "maximum": 2
    }
  },
  "outputTokens": {
    "description": "Tokens one reply may have.",
    "env": [
      "WAYMARK_OUTPUT_TOKENS"
    ],
    "schema": {
      "type": "integer",
      "minimum": 1
    }
  },
  "contextTokens": {
    "description": "Tokens of the model's context window, where the model's own number is wrong or unknown.",
    "env": [
      "WAYMARK_CONTEXT_TOKENS"
    ],
    "schema": {
      "type": "integer",
      "minimum": 1000
    }
  },
  "minionModel": {
    "description": "PROVIDER/ID of a small model that condenses long results; without it they are cut in the middle.",
    "env": [
      "WAYMARK_MINION_MODEL",
      "MINION_SCRIBE_MODEL"
    ],
    "schema": {
      "type": "string"
    }
  },
  "minionContextThreshold": {
    "description": "Tokens (of four characters) from which on a result is condensed.",
    "env": [
      "WAYMARK_MINION_CONTEXT_THRESHOLD",
      "MINION_CONTEXT_THRESHOLD"
    ],
    "default": 8000,
    "schema": {
      "type": "integer",
      "minimum": 100
    }
  },
  "retryAttempts": {
    "description": "How often one model step is tried.",
    "env": [
      "WAYMARK_RETRY_ATTEMPTS"
    ],
    "default": 5,
    "schema": {
      "type": "integer",
      "minimum": 1,
      "maximum": 20
    }
  },
  "firstByteTimeout": {
    "description": "Seconds to wait for the first byte of an answer.",
    "env": [
      "WAYMARK_FIRST_BYTE_TIMEOUT"
    ],
    "default": 120,
    "schema": {
      "type": "number",
      "minimum": 0.01
    }
  },
  "stallTimeout": {
    "description": "Seconds of silence within an answer before it is tried again.",
    "env": [
      "WAYMARK_STALL_TIMEOUT"
    ],
    "default": 90,
    "schema": {
      "type": "number",
      "minimum": 0.01
    }
  },
  "answerTimeout": {
    "description": "Seconds a whole answer may take, however it trickles, before it is tried again.",
    "env": [
      "WAYMARK_ANSWER_TIMEOUT"
    ],
    "default": 1800,
    "schema": {
      "type": "number",
      "minimum": 0.01
    }
  },
  "addDirs": {
    "description": "More folders that may be worked in.",
    "env": [
      "WAYMARK_ADD_DIRS"
    ],
    "flag": "--add-dir",
    "default": [],
    "schema": {
      "type": "array",
      "items": {
        "type": "string"
      }
    }
  },
  "copyLibraries": {
    "description": "Folders of copybooks that win over others, the first most; `NAME=FOLDER` is what `COPY … OF NAME` means.",
    "env": [
      "WAYMARK_COPY_LIBRARIES"
    ],
    "default": [],
    "schema": {
      "type": "array",
      "items": {
        "type": "string"
      }
    }
  },
  "skillFolders": {
    "description": "More folders of skills; those of the project and of your own settings are always read.",
    "env": [
      "WAYMARK_SKILL_FOLDERS"
    ],
    "default": [],
    "schema": {
      "type": "array",
      "items": {
        "type": "string"
      }
    }
  },
  "systemPrompt": {
    "description": "Replaces the built-in system prompt.",
    "env": [],
    "flag": "--system-prompt",
    "schema": {
      "type": "string"
    }
  },
  "appendSystemPrompt": {
    "description": "Added at the end of the system prompt.",
    "env": [],
    "flag": "--append-system-prompt",
    "schema": {
      "type": "string"
    }
  },
  "sessionPersistence": {
    "description": "Whether sessions are kept on disk.",
    "env": [
      "WAYMARK_SESSION_PERSISTENCE"
    ],
    "flag": "--no-session-persistence",
    "default": true,
    "schema": {
      "type": "boolean"
    }
  },
  "modelCatalogueUrl": {
    "description": "A models.dev-like document that `waymark models refresh` reads instead of the providers' own lists.",
    "env": [
      "WAYMARK_MODEL_CATALOGUE_URL"
    ],
    "schema": {
      "type": "string"
    }
  },
  "profiles": {
    "description": "Settings by profile name; only your own settings can have them.",
    "env": [],
    "default": {},
    "schema": {
      "type": "object",
      "additionalProperties": {
        "type": "object",
        "additionalProperties": {}
      }
    }
  },
  "providers": {
    "description": "Settings by provider id.",
    "env": [],
    "default": {},
    "schema": {
      "type": "object",
      "additionalProperties": {
        "type": "object",
        "properties": {
          "model": {
            "description": "Model used when none is named.",
            "type": "string"
          },
          "baseUrl": {
            "description": "Where the provider is reached.",
            "type": "string"
          },
          "api": {
            "description": "Which wire the `openai` provider speaks.",
            "type": "string",
            "enum": [
              "chat",
              "responses"
            ]
          },
          "apiKey": {
            "description": "The key itself; the environment or `waymark login` are safer places.",
            "type": "string"
          },
          "apiKeyCommand": {
            "description": "A command that prints the key.",
            "type": "string"
          },
          "contextTokens": {
            "description": "Size of the context window.",
            "type": "integer",
            "minimum": 1
          },
          "nativeTools": {
            "description": "Whether the models call tools by themselves.",
            "type": "boolean"
          },
          "judgeModel": {
            "description": "Model (agent) that decides what an answer without calls means.",
            "type": "string"
          },
          "clientId": {
            "description": "Client id of the account, where it is not a key that opens it.",
            "type": "string"
          },
          "realm": {
            "description": "Realm (tenant) of the account.",
            "type": "string"
          },
          "authUrl": {
            "description": "Where the account's tokens come from.",
            "type": "string"
          },
          "conversation": {
            "description": "The server keeps the conversation; only what is new is sent.",
            "type": "boolean"
          },
          "oauth": {
            "type": "object",
            "properties": {
              "issuer": {
                "type": "string",
                "description": "The authorisation server; its metadata is read from there."
              },
              "clientId": {
                "type": "string",
                "description": "The client id it knows Waymark by."
              },
              "scopes": {
                "default": [],
                "description": "What is asked for.",
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "flow": {
                "default": "device",
                "description": "A code to type elsewhere, or a browser (PKCE).",
                "type": "string",
                "enum": [
                  "device",
                  "browser"
                ]
              },
              "audience": {
                "description": "Whom the token is for, where the server asks.",
                "type": "string"
              }
            },
            "required": [
              "issuer",
              "clientId"
            ],
            "additionalProperties": false,
            "description": "How `waymark login` gets a token for this provider."
          }
        },
        "additionalProperties": false,
        "description": "Settings of one provider."
      }
    }
  }
};
