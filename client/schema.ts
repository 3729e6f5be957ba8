// Written by `npm run client:types` from the document; a test keeps it equal.
export interface paths {
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the platform's configuration
         * @description Needs the permission `VIEW`.
         */
        get: operations["getPlatformConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the platform's configuration
         * @description Fields that are left out stay. `supportedCurrencies` replaces the list, `feeConfigs` is an upsert. Setting `webhookEndpoint` sends one `TEST` event there.
         *
         *     Needs the permission `MANAGE`.
         */
        patch: operations["updatePlatformConfig"];
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers, newest first
         * @description Deleted ones are hidden unless `isIncludingDeleted=true`. Dates are inclusive at both ends. `currency` finds customers whose own `currencies` name it.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description One internal account per currency of the platform appears with the customer; for USDB it is the embedded wallet, with an EMAIL_OTP credential of the email. The wallet is `PENDING` until the wallet provider has made it.
         *
         *     Needs the permission `MANAGE`.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{customerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer
         * @description Needs the permission `VIEW`.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description A new email (phone number) of a customer with a tied EMAIL_OTP (SMS_OTP) credential takes the signed retry: customer and credential change together, or not at all.
         *
         *     Needs the permission `MANAGE`.
         */
        patch: operations["updateCustomerById"];
        trace?: never;
    };
    "/internal-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the customers' internal accounts, oldest first
         * @description Needs the permission `VIEW`.
         */
        get: operations["listInternalAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/internal-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the customers' internal accounts, oldest first
         * @description Needs the permission `VIEW`.
         */
        get: operations["listCustomerInternalAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/internal-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the platform's own internal accounts
         * @description One for each supported currency; not paged.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listPlatformInternalAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Switch the privacy of an embedded wallet
         * @description Signed retry, stamped with any session of the wallet: `200` with the account.
         *
         *     Needs the permission `TRANSACT`.
         */
        patch: operations["updateInternalAccount"];
        trace?: never;
    };
    "/internal-accounts/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export a wallet's mnemonic, sealed to a fresh key
         * @description Signed retry: `200` with `encryptedWalletCredentials`, once. They are kept nowhere: when they are lost, or the challenge has lapsed, export again.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["exportInternalAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/external-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an account that money can be sent to
         * @description Needs the permission `MANAGE`.
         */
        post: operations["createCustomerExternalAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the credentials of an embedded wallet
         * @description Needs the permission `VIEW`.
         */
        get: operations["listAuthCredentials"];
        put?: never;
        /**
         * Add a credential to an embedded wallet
         * @description First call: answers `202` with `payloadToSign`. Signed retry, stamped with an active session key of the wallet: answers `201` with the credential.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["createAuthCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/credentials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a credential and end its sessions
         * @description Signed retry, stamped with a session of another credential of the wallet: `204`. The last credential of a wallet stays.
         *
         *     Needs the permission `TRANSACT`.
         */
        delete: operations["revokeAuthCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/credentials/{id}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a one-time code, or begin a passkey login
         * @description One-time codes: sends a fresh code and answers the bundle that it is to be sealed to; `status: PROCESSING` means that the code is on its way: repeat the call. Passkeys: answers the challenge; its UTF-8 bytes are the WebAuthn challenge.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["challengeAuthCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/credentials/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove a credential and get a session
         * @description One-time codes: the first call brings the sealed code and answers `202` with `payloadToSign`; the signed retry answers the session, whose key is the one inside the code. Passkeys bring the assertion with `Request-Id`, identities a fresh token: the session key comes back sealed to `clientPublicKey`.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["verifyAuthCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the active sessions of an embedded wallet
         * @description Needs the permission `VIEW`.
         */
        get: operations["listAuthSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new session out of an active one
         * @description Signed retry, stamped with the session itself: `201` with a new session, whose key is sealed to `clientPublicKey`. The old session runs out by itself.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["refreshAuthSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Signed retry, stamped with any session of the wallet, itself included: `204`.
         *
         *     Needs the permission `TRANSACT`.
         */
        delete: operations["revokeAuthSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Price a payment and hold the price for a while
         * @description For an embedded wallet the answer carries `payloadToSign`: stamp it byte for byte with a session key of the wallet and send the stamp with the execute call.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{quoteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a quote
         * @description Needs the permission `VIEW`.
         */
        get: operations["getQuoteById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{quoteId}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send what the quote promised
         * @description Moves the quote to `PROCESSING` and holds the money; the payment goes on by itself. The same call with the same `Idempotency-Key` finds the first answer.
         *
         *     Needs the permission `TRANSACT`.
         */
        post: operations["executeQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions, newest first
         * @description `customerId` takes the platform's own id (`PlatformConfig:...`) for transactions of the platform itself. An account identifier is the id of an internal or external account or a UMA address. Dates are inclusive at both ends. A pending transaction past its time is `EXPIRED`.
         *
         *     Needs the permission `VIEW`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transaction
         * @description Needs the permission `VIEW`.
         */
        get: operations["getTransactionById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transactionId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to a transaction, what it waits for, and who must act
         * @description Needs the permission `VIEW`.
         */
        get: operations["listTransactionTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/internal-accounts/{id}/fund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credit an internal account with sandbox money
         * @description Needs the permission `TRANSACT`.
         *
         *     Sandbox credentials only.
         */
        post: operations["sandboxFundInternalAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Address: {
            /** @example 1 Main Street */
            line1: string;
            line2?: string;
            city?: string;
            state?: string;
            /** @example 10001 */
            postalCode: string;
            /**
             * Format: country
             * @example US
             */
            country: string;
        };
        Currency: {
            /** @example USDB */
            code: string;
            /** @example USDB */
            name: string;
            symbol?: string;
            /** @example 6 */
            decimals: number;
        };
        CurrencyAmount: {
            /** @example 5000000 */
            amount: number;
            currency: components["schemas"]["Currency"];
        };
        ExternalAccount: {
            /** @example ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            customerId?: string | null;
            status: components["schemas"]["ExternalAccountStatus"];
            platformAccountId?: string;
            /** @enum {string} */
            ownershipType?: "FIRST_PARTY" | "THIRD_PARTY";
            currency: string;
            defaultUmaDepositAccount?: boolean;
            /** @enum {string} */
            beneficiaryVerificationStatus?: "MATCHED" | "PARTIAL_MATCH" | "NOT_MATCHED" | "UNSUPPORTED" | "CHECKED_BY_RECEIVING_FI" | "PENDING";
            beneficiaryVerifiedData?: {
                fullName?: string;
            };
            accountInfo: {
                accountType: string;
                paymentRails?: string[];
            } & {
                [key: string]: unknown;
            };
        };
        ExternalAccountCreateRequest: {
            customerId?: string;
            /**
             * Format: currency
             * @example USD
             */
            currency: string;
            platformAccountId?: string;
            /** @enum {string} */
            ownershipType?: "FIRST_PARTY" | "THIRD_PARTY";
            /** @default false */
            defaultUmaDepositAccount?: boolean;
            accountInfo: ({
                accountType: string;
            } & {
                [key: string]: unknown;
            }) & ({
                /** @constant */
                accountType: "AED_ACCOUNT";
                /** @example AE070331234567890123456 */
                iban: string;
                /** @example EBILAEADXXX */
                swiftCode?: string;
                beneficiary: {
                    /** @constant */
                    beneficiaryType: "INDIVIDUAL";
                    /** @example Ada Lovelace */
                    fullName: string;
                    /** Format: date */
                    birthDate?: string;
                    /**
                     * Format: country
                     * @example US
                     */
                    nationality?: string;
                    /** Format: email */
                    email?: string;
                    phoneNumber?: string;
                    /**
                     * Format: country
                     * @example US
                     */
                    countryOfResidence?: string;
                    address: components["schemas"]["Address"];
                } | {
                    /** @constant */
                    beneficiaryType: "BUSINESS";
                    legalName: string;
                    registrationNumber?: string;
                    taxId?: string;
                    /** Format: email */
                    email?: string;
                    phoneNumber?: string;
                    /**
                     * Format: country
                     * @example US
                     */
                    countryOfResidence?: string;
                    address?: components["schemas"]["Address"];
                };
            } | {
                /** @constant */
                accountType: "USD_ACCOUNT";
                /** @example 123456789 */
                accountNumber: string;
                /** @example 021000021 */
                routingNumber: string;
                bankName?: string;
                /**
                 * @default CHECKING
                 * @enum {string}
                 */
                bankAccountType?: "CHECKING" | "SAVINGS";
                intermediaryBankName?: string;
                intermediaryRoutingNumber?: string;
                fiToFiInformation?: string;
                beneficiary: {
                    /** @constant */
                    beneficiaryType: "INDIVIDUAL";
                    /** @example Ada Lovelace */
                    fullName: string;
                    /** Format: date */
                    birthDate?: string;
                    /**
                     * Format: country
                     * @example US
                     */
                    nationality?: string;
                    /** Format: email */
                    email?: string;
                    phoneNumber?: string;
                    /**
                     * Format: country
                     * @example US
                     */
                    countryOfResidence?: string;
                    address?: components["schemas"]["Address"];
                } | {
                    /** @constant */
                    beneficiaryType: "BUSINESS";
                    legalName: string;
                    registrationNumber?: string;
                    taxId?: string;
                    /** Format: email */
                    email?: string;
                    phoneNumber?: string;
                    /**
                     * Format: country
                     * @example US
                     */
                    countryOfResidence?: string;
                    address?: components["schemas"]["Address"];
                };
            } | {
                /** @constant */
                accountType: "SPARK_WALLET";
                /** @example sparkrt1pgss9t6p6m0rvp9r9gw0vwxw8aqd7y6hl2v3sy8m9m2w7k0h3a0xhq6mz0s */
                address: string;
                vaspName?: string;
                beneficiary?: {
                    /** @constant */
                    beneficiaryType: "INDIVIDUAL";
                    /** @example Ada Lovelace */
                    fullName: string;
                    /** Format: date */
                    birthDate?: string;
                    /**
                     * Format: country
                     * @example US
                     */
                    nationality?: string;
                    /** Format: email */
                    email?: string;
                    phoneNumber?: string;
                    /**
                     * Format: country
                     * @example US
                     */
                    countryOfResidence: string;
                    address?: components["schemas"]["Address"];
                } | {
                    /** @constant */
                    beneficiaryType: "BUSINESS";
                    legalName: string;
                    registrationNumber?: string;
                    taxId?: string;
                    /** Format: email */
                    email?: string;
                    phoneNumber?: string;
                    /**
                     * Format: country
                     * @example US
                     */
                    countryOfResidence?: string;
                    address?: components["schemas"]["Address"];
                };
            });
        };
        /** @enum {string} */
        ExternalAccountStatus: "PENDING" | "ACTIVE" | "PENDING_OWNERSHIP_VERIFICATION" | "UNVERIFIED" | "UNDER_REVIEW" | "INACTIVE";
        InternalAccount: {
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            customerId?: string;
            type: components["schemas"]["InternalAccountType"];
            /** @enum {string} */
            status: "PENDING" | "ACTIVE" | "CLOSED" | "FROZEN" | "FAILED";
            balance: components["schemas"]["CurrencyAmount"];
            totalBalance: components["schemas"]["CurrencyAmount"];
            fundingPaymentInstructions: Record<string, never>[];
            privateEnabled?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt?: string;
        };
        InternalAccountList: {
            data: components["schemas"]["InternalAccount"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        /** @enum {string} */
        InternalAccountType: "INTERNAL_FIAT" | "INTERNAL_CRYPTO" | "EMBEDDED_WALLET";
        AuthCredentialChallengeRequest: {
            clientPublicKey?: components["schemas"]["clientPublicKey"];
        };
        AuthCredentialCreateRequest: {
            /** @constant */
            type: "EMAIL_OTP";
            accountId: string;
        } | {
            /** @constant */
            type: "SMS_OTP";
            accountId: string;
        } | {
            /** @constant */
            type: "OAUTH";
            accountId: string;
            oidcToken: string;
        } | {
            /** @constant */
            type: "PASSKEY";
            accountId: string;
            challenge: string;
            attestation: components["schemas"]["PasskeyAttestation"];
            nickname: string;
        };
        AuthCredentialVerifyRequest: {
            /** @constant */
            type: "EMAIL_OTP";
            encryptedOtpBundle: string;
        } | {
            /** @constant */
            type: "SMS_OTP";
            encryptedOtpBundle: string;
        } | {
            /** @constant */
            type: "OAUTH";
            oidcToken: string;
            clientPublicKey: components["schemas"]["clientPublicKey"];
        } | {
            /** @constant */
            type: "PASSKEY";
            assertion: components["schemas"]["PasskeyAssertion"];
        };
        AuthMethod: {
            /** @example AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            accountId: string;
            type: components["schemas"]["AuthMethodType"];
            /** @example ada@example.com */
            nickname: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
            credentialId?: string;
            otpEncryptionTargetBundle?: string;
        };
        AuthMethodList: {
            data: components["schemas"]["AuthMethod"][];
        };
        /** @enum {string} */
        AuthMethodType: "PASSKEY" | "OAUTH" | "EMAIL_OTP" | "SMS_OTP";
        AuthSession: {
            /** @example Session:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            accountId: string;
            type: components["schemas"]["AuthMethodType"];
            /** @example ada@example.com */
            nickname: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
            encryptedSessionSigningKey?: string;
        };
        AuthSessionList: {
            data: components["schemas"]["AuthSession"][];
        };
        AuthSessionRefreshRequest: {
            clientPublicKey: components["schemas"]["clientPublicKey"];
        };
        InternalAccountExport: {
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            encryptedWalletCredentials: string;
        };
        InternalAccountExportRequest: {
            clientPublicKey: components["schemas"]["clientPublicKey"];
        };
        InternalAccountUpdateRequest: {
            privateEnabled: boolean;
        };
        PasskeyAssertion: {
            credentialId: string;
            clientDataJson: string;
            authenticatorData: string;
            signature: string;
            userHandle?: string | null;
        };
        PasskeyAttestation: {
            credentialId: string;
            clientDataJson: string;
            attestationObject: string;
            transports?: string[];
        };
        PasskeyAuthChallenge: {
            /** @example AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            accountId: string;
            type: components["schemas"]["AuthMethodType"];
            /** @example ada@example.com */
            nickname: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
            credentialId: string;
            otpEncryptionTargetBundle?: string;
            challenge: string;
            /** @example Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            requestId: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
        };
        SignedRetryChallenge: {
            type?: components["schemas"]["AuthMethodType"];
            payloadToSign: string;
            /** @example Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            requestId: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
        };
        WalletOperationProcessing: {
            /** @constant */
            status: "PROCESSING";
            message: string;
        };
        clientPublicKey: string;
        CustomerList: {
            data: components["schemas"]["IndividualCustomer"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        /** @enum {string} */
        CustomerType: "INDIVIDUAL" | "BUSINESS";
        IndividualCustomer: {
            /** @enum {string} */
            customerType: "INDIVIDUAL";
            /** @example user-4711 */
            platformCustomerId: string;
            /**
             * Format: country
             * @example US
             */
            region?: string;
            currencies?: string[];
            /**
             * Format: email
             * @example ada@example.com
             */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            umaAddress: string;
            /** @example Ada Lovelace */
            fullName?: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            address?: components["schemas"]["Address"];
            /** @example Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            /** @enum {string} */
            kycStatus: "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED" | "HOLD";
            idType?: string;
            countryOfIssuance?: string;
            isDeleted?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt?: string;
        };
        IndividualCustomerCreateRequest: {
            /** @enum {string} */
            customerType: "INDIVIDUAL";
            /** @example user-4711 */
            platformCustomerId?: string;
            /**
             * Format: country
             * @example US
             */
            region?: string;
            currencies?: string[];
            /**
             * Format: email
             * @example ada@example.com
             */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            umaAddress?: string;
            /** @example Ada Lovelace */
            fullName?: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            address?: components["schemas"]["Address"];
            /** @enum {string} */
            idType?: "SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID";
            identifier?: string;
            /**
             * Format: country
             * @example US
             */
            countryOfIssuance?: string;
        };
        IndividualCustomerUpdateRequest: {
            /** @enum {string} */
            customerType: "INDIVIDUAL";
            /**
             * Format: country
             * @example US
             */
            region?: string;
            currencies?: string[];
            /**
             * Format: email
             * @example ada@example.com
             */
            email?: string;
            /** @example +14155550100 */
            phoneNumber?: string;
            umaAddress?: string;
            /** @example Ada Lovelace */
            fullName?: string;
            /**
             * Format: date
             * @example 1990-12-10
             */
            birthDate?: string;
            /**
             * Format: country
             * @example US
             */
            nationality?: string;
            address?: components["schemas"]["Address"];
            /** @enum {string} */
            idType?: "SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID";
            identifier?: string;
            /**
             * Format: country
             * @example US
             */
            countryOfIssuance?: string;
        };
        PaymentInstructions: {
            instructionsNotes?: string;
            accountOrWalletInfo: {
                accountType: string;
                payloadToSign?: string;
            };
        };
        Quote: {
            /** @example Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            status: components["schemas"]["QuoteStatus"];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            expiresAt: string;
            source: {
                sourceType: string;
                /** @example InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                accountId: string;
            };
            destination: {
                destinationType: string;
                /** @example ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
                accountId: string;
                paymentRail?: string;
            };
            sendingCurrency: components["schemas"]["Currency"];
            receivingCurrency: components["schemas"]["Currency"];
            totalSendingAmount: number;
            totalReceivingAmount: number;
            /** @example 1 */
            exchangeRate: number;
            feesIncluded: number;
            platformFeesIncluded?: number;
            /** @example Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            transactionId: string;
            paymentInstructions?: components["schemas"]["PaymentInstructions"][];
        };
        QuoteRequest: {
            source: {
                /** @enum {string} */
                sourceType: "ACCOUNT";
                accountId: string;
                customerId?: string;
            };
            destination: {
                /** @enum {string} */
                destinationType: "ACCOUNT";
                accountId: string;
                paymentRail?: string;
            };
            /** @enum {string} */
            lockedCurrencySide: "SENDING" | "RECEIVING";
            /** @example 5000000 */
            lockedCurrencyAmount: number;
            immediatelyExecute?: boolean;
            description?: string;
            remittanceInformation?: string;
        };
        /** @enum {string} */
        QuoteStatus: "PENDING" | "PENDING_AUTHORIZATION" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED";
        Refund: {
            reference: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            initiatedAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            settledAt?: string;
            /** @enum {string} */
            status: "PENDING" | "COMPLETED" | "FAILED";
            /** @enum {string} */
            reason?: "TRANSACTION_FAILED" | "USER_CANCELLATION" | "TIMEOUT";
        };
        TimelineEntry: {
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            at: string;
            what: string;
            attempt?: number;
            nextActor?: string;
            waitsFor?: string;
        };
        Transaction: {
            /** @example Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            status: components["schemas"]["TransactionStatus"];
            /** @enum {string} */
            type: "INCOMING" | "OUTGOING";
            /** @enum {string} */
            direction: "CREDIT" | "DEBIT";
            source: Record<string, never>;
            destination: Record<string, never>;
            customerId: string;
            platformCustomerId: string;
            /** @example Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            quoteId?: string;
            sentAmount?: components["schemas"]["CurrencyAmount"];
            receivedAmount?: components["schemas"]["CurrencyAmount"];
            fees?: number;
            platformFees?: number;
            exchangeRate?: number;
            description?: string;
            failureReason?: string;
            refund?: components["schemas"]["Refund"];
            reconciliationInstructions?: {
                reference?: string;
            };
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            settledAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        TransactionList: {
            data: components["schemas"]["Transaction"][];
            hasMore: boolean;
            nextCursor?: string;
            /** @description Of all pages. On a first page, when there are 100 at most; else left out. */
            totalCount?: number;
        };
        /** @enum {string} */
        TransactionStatus: "CREATED" | "PENDING" | "PENDING_AUTHORIZATION" | "PROCESSING" | "COMPLETED" | "REJECTED" | "FAILED" | "REFUNDED" | "EXPIRED";
        /** @enum {string} */
        TransactionType: "INCOMING" | "OUTGOING" | "CARD";
        EmbeddedWalletConfig: {
            appName?: string;
            otpLength?: number;
            alphanumeric?: boolean;
            expirationSeconds?: number;
            /** Format: email */
            sendFromEmailAddress?: string;
            sendFromEmailSenderName?: string;
            /** Format: email */
            replyToEmailAddress?: string;
            /** Format: uri */
            logoUrl?: string;
            /** @description Where passkeys may live: relying-party ids and the origins of their pages */
            passkey?: {
                rpIds: string[];
                origins: string[];
                requireUserVerification?: boolean;
            };
        };
        FeeConfig: {
            /** @enum {string} */
            feeType: "CROSS_CURRENCY_TRANSACTION";
            /**
             * Format: currency
             * @example USD
             */
            sourceCurrency: string;
            variableFeeBps: number;
            fixedFee: {
                amount: number;
                /**
                 * Format: currency
                 * @example USD
                 */
                currency: string;
            };
        };
        PlatformConfig: {
            /** @example PlatformConfig:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21 */
            id: string;
            umaDomain: string;
            webhookEndpoint?: string;
            /** @description SPKI PEM of the key that signs webhooks to this platform */
            webhookPublicKey?: string;
            supportedCurrencies: components["schemas"]["PlatformCurrencyConfig"][];
            isRegulatedFinancialInstitution?: boolean;
            embeddedWalletConfig?: components["schemas"]["EmbeddedWalletConfig"];
            feeConfigs?: components["schemas"]["FeeConfig"][];
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T09:30:00.000Z
             */
            updatedAt: string;
        };
        PlatformConfigUpdateRequest: {
            umaDomain?: string;
            /** Format: uri */
            webhookEndpoint?: string;
            supportedCurrencies?: components["schemas"]["PlatformCurrencyConfig"][];
            embeddedWalletConfig?: components["schemas"]["EmbeddedWalletConfig"];
            feeConfigs?: components["schemas"]["FeeConfig"][];
        };
        PlatformCurrencyConfig: {
            /**
             * Format: currency
             * @example USD
             */
            currencyCode: string;
            minAmount: number;
            maxAmount: number;
            requiredCounterpartyFields: {
                name: string;
                mandatory: boolean;
            }[];
            readonly providerRequiredCustomerFields?: string[];
            readonly providerRequiredCounterpartyCustomerFields?: string[];
            enabledTransactionTypes: ("INCOMING" | "OUTGOING")[];
        };
        Error: {
            /** @enum {string} */
            code: "INVALID_INPUT" | "END_USER_TERMS_VERSION_NOT_FOUND" | "MISSING_MANDATORY_USER_INFO" | "INVITATION_ALREADY_CLAIMED" | "INVITATIONS_NOT_CONFIGURED" | "INVALID_UMA_ADDRESS" | "INVITATION_CANCELLED" | "QUOTE_REQUEST_FAILED" | "INVALID_PAYREQ_RESPONSE" | "INVALID_RECEIVER" | "PARSE_PAYREQ_RESPONSE_ERROR" | "CERT_CHAIN_INVALID" | "CERT_CHAIN_EXPIRED" | "INVALID_PUBKEY_FORMAT" | "MISSING_REQUIRED_UMA_PARAMETERS" | "SENDER_NOT_ACCEPTED" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "INVALID_TIMESTAMP" | "INVALID_NONCE" | "INVALID_REQUEST_FORMAT" | "INVALID_BANK_ACCOUNT" | "SELF_PAYMENT" | "LOOKUP_REQUEST_FAILED" | "PARSE_LNURLP_RESPONSE_ERROR" | "INVALID_AMOUNT" | "WEBHOOK_ENDPOINT_NOT_SET" | "WEBHOOK_DELIVERY_ERROR" | "LOW_QUALITY" | "DATA_MISMATCH" | "EXPIRED" | "SUSPECTED_FRAUD" | "UNSUITABLE_DOCUMENT" | "INCOMPLETE" | "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS" | "SMS_OTP_CREDENTIAL_ALREADY_EXISTS" | "PASSKEY_CREDENTIAL_ALREADY_EXISTS" | "CARDHOLDER_KYC_NOT_APPROVED" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED" | "INSUFFICIENT_FUNDS" | "QUOTE_EXPIRED" | "QUOTE_RATE_UNAVAILABLE" | "STABLECOIN_PROVIDER_ACCOUNT_INVALID" | "STABLECOIN_PROVIDER_ACCOUNT_REVOKED" | "STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED" | "STABLECOIN_AMOUNT_NOT_REPRESENTABLE" | "STABLECOIN_BURN_SOURCE_NOT_SUPPORTED" | "STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED" | "STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED" | "STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED" | "STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED" | "STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED" | "STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED" | "STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED" | "STABLECOIN_NOT_PROVISIONED" | "STABLECOIN_OPERATION_NOT_SUPPORTED" | "STABLECOIN_PROVIDER_ERROR" | "STABLECOIN_PROVIDER_SOURCE_NOT_LINKED" | "STABLECOIN_VERIFICATION_FAILED" | "UNAUTHORIZED" | "INVALID_SIGNATURE" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "USER_NOT_READY" | "COUNTERPARTY_NOT_ALLOWED" | "VELOCITY_LIMIT_EXCEEDED" | "END_USER_TERMS_NOT_ACCEPTED" | "TRANSACTION_NOT_FOUND" | "INVITATION_NOT_FOUND" | "USER_NOT_FOUND" | "QUOTE_NOT_FOUND" | "LOOKUP_REQUEST_NOT_FOUND" | "TOKEN_NOT_FOUND" | "BULK_UPLOAD_JOB_NOT_FOUND" | "REFERENCE_NOT_FOUND" | "UMA_NOT_FOUND" | "STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL" | "TRANSACTION_NOT_CANCELLABLE" | "UMA_ADDRESS_EXISTS" | "EMAIL_OTP_EMAIL_ALREADY_EXISTS" | "EMAIL_OTP_CREDENTIAL_SET_CHANGED" | "PASSKEY_ALREADY_ENROLLED" | "SCA_SESSION_REQUIRED" | "BENEFICIARY_TRUSTED" | "BANK_ACCOUNT_VALIDATION_PENDING" | "INVALID_STATE_TRANSITION" | "CARD_ALREADY_CLOSED" | "CARD_NOT_MUTABLE" | "CARD_LIMIT_REACHED" | "STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE" | "CONFLICT" | "DOCUMENT_ALREADY_EXISTS" | "DUPLICATE_EXTERNAL_ACCOUNT" | "DUPLICATE_PAY_REQUEST" | "SMS_OTP_CREDENTIAL_SET_CHANGED" | "SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS" | "STABLECOIN_SYMBOL_ALREADY_EXISTS" | "STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS" | "WALLET_NOT_PROVISIONED" | "CUSTOMER_DELETED" | "UNSUPPORTED_UMA_VERSION" | "ACCOUNT_LOCKED" | "PAYREQ_REQUEST_FAILED" | "COUNTERPARTY_PUBKEY_FETCH_ERROR" | "NO_COMPATIBLE_UMA_VERSION" | "LNURLP_REQUEST_FAILED" | "EMAIL_OTP_CREDENTIAL_SYNC_FAILED" | "RATE_LIMITED" | "DAILY_VOLUME_LIMIT_EXCEEDED" | "SERVICE_SWITCH_ERROR" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY" | "SERVICE_UNAVAILABLE";
            /** @description A sentence for people. */
            reason: string;
            /** @description On INVALID_INPUT `errors`, an entry for each invalid field. */
            details?: {
                errors?: {
                    /** @description Path in dot notation. */
                    field: string;
                    /** @description JSON Schema keyword that failed. */
                    constraint: string;
                    message: string;
                }[];
            };
            /** @description The HTTP status again. */
            status: number;
            /** @description Equals `reason`. */
            message: string;
        };
    };
    responses: {
        /** @description `ACCOUNT_LOCKED`: The login is locked. */
        ACCOUNT_LOCKED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "ACCOUNT_LOCKED",
                 *       "reason": "The login is locked.",
                 *       "status": 423,
                 *       "message": "The login is locked."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "ACCOUNT_LOCKED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `DUPLICATE_EXTERNAL_ACCOUNT`: An equivalent account exists. */
        DUPLICATE_EXTERNAL_ACCOUNT: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "DUPLICATE_EXTERNAL_ACCOUNT",
                 *       "reason": "An equivalent account exists.",
                 *       "status": 409,
                 *       "message": "An equivalent account exists."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "DUPLICATE_EXTERNAL_ACCOUNT";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `EMAIL_OTP_CREDENTIAL_SYNC_FAILED`: The wallet provider failed. */
        EMAIL_OTP_CREDENTIAL_SYNC_FAILED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "EMAIL_OTP_CREDENTIAL_SYNC_FAILED",
                 *       "reason": "The wallet provider failed.",
                 *       "status": 424,
                 *       "message": "The wallet provider failed."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "EMAIL_OTP_CREDENTIAL_SYNC_FAILED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `FORBIDDEN`: The credentials do not permit this. */
        FORBIDDEN: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "FORBIDDEN",
                 *       "reason": "The credentials do not permit this.",
                 *       "status": 403,
                 *       "message": "The credentials do not permit this."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "FORBIDDEN";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `INTERNAL_ERROR`: Internal error. */
        INTERNAL_ERROR: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "INTERNAL_ERROR",
                 *       "reason": "Internal error.",
                 *       "status": 500,
                 *       "message": "Internal error."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "INTERNAL_ERROR";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `INVALID_REQUEST_FORMAT`: The request cannot be read. */
        INVALID_REQUEST_FORMAT: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "INVALID_REQUEST_FORMAT",
                 *       "reason": "The request cannot be read.",
                 *       "status": 400,
                 *       "message": "The request cannot be read."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "INVALID_REQUEST_FORMAT";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `NOT_IMPLEMENTED`: Not available here. */
        NOT_IMPLEMENTED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "NOT_IMPLEMENTED",
                 *       "reason": "Not available here.",
                 *       "status": 501,
                 *       "message": "Not available here."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "NOT_IMPLEMENTED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `QUOTE_NOT_FOUND`: No such quote. */
        QUOTE_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "QUOTE_NOT_FOUND",
                 *       "reason": "No such quote.",
                 *       "status": 404,
                 *       "message": "No such quote."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "QUOTE_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `RATE_LIMITED`: Too many requests; try again later. */
        RATE_LIMITED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "RATE_LIMITED",
                 *       "reason": "Too many requests; try again later.",
                 *       "status": 429,
                 *       "message": "Too many requests; try again later."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "RATE_LIMITED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `REFERENCE_NOT_FOUND`: No such object or path. */
        REFERENCE_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "REFERENCE_NOT_FOUND",
                 *       "reason": "No such object or path.",
                 *       "status": 404,
                 *       "message": "No such object or path."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "REFERENCE_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: Not available now; repeat the request. */
        SERVICE_UNAVAILABLE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "SERVICE_UNAVAILABLE",
                 *       "reason": "Not available now; repeat the request.",
                 *       "status": 503,
                 *       "message": "Not available now; repeat the request."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "SERVICE_UNAVAILABLE";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `TRANSACTION_NOT_FOUND`: No such transaction. */
        TRANSACTION_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "TRANSACTION_NOT_FOUND",
                 *       "reason": "No such transaction.",
                 *       "status": 404,
                 *       "message": "No such transaction."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "TRANSACTION_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `UNAUTHORIZED`: The credentials are not accepted. */
        UNAUTHORIZED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "UNAUTHORIZED",
                 *       "reason": "The credentials are not accepted.",
                 *       "status": 401,
                 *       "message": "The credentials are not accepted."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "UNAUTHORIZED";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `USER_NOT_FOUND`: No such customer. */
        USER_NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "USER_NOT_FOUND",
                 *       "reason": "No such customer.",
                 *       "status": 404,
                 *       "message": "No such customer."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "USER_NOT_FOUND";
                } & components["schemas"]["Error"];
            };
        };
        /** @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet. */
        WALLET_NOT_PROVISIONED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "WALLET_NOT_PROVISIONED",
                 *       "reason": "The embedded wallet is not provisioned yet.",
                 *       "status": 409,
                 *       "message": "The embedded wallet is not provisioned yet."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    code?: "WALLET_NOT_PROVISIONED";
                } & components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Id of this request, the one sent in `X-Request-Id` if there was one. */
        "X-Request-Id": string;
        /** @description Seconds to wait before the request is repeated. */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getPlatformConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "PlatformConfig:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "umaDomain": "text",
                     *       "webhookEndpoint": "text",
                     *       "webhookPublicKey": "text",
                     *       "supportedCurrencies": [
                     *         {
                     *           "currencyCode": "USD",
                     *           "minAmount": 0,
                     *           "maxAmount": 0,
                     *           "requiredCounterpartyFields": [
                     *             {
                     *               "name": "text",
                     *               "mandatory": true
                     *             }
                     *           ],
                     *           "providerRequiredCustomerFields": [
                     *             "text"
                     *           ],
                     *           "providerRequiredCounterpartyCustomerFields": [
                     *             "text"
                     *           ],
                     *           "enabledTransactionTypes": [
                     *             "INCOMING"
                     *           ]
                     *         }
                     *       ],
                     *       "isRegulatedFinancialInstitution": true,
                     *       "embeddedWalletConfig": {
                     *         "appName": "text",
                     *         "otpLength": 4,
                     *         "alphanumeric": true,
                     *         "expirationSeconds": 1,
                     *         "sendFromEmailAddress": "customer@example.com",
                     *         "sendFromEmailSenderName": "text",
                     *         "replyToEmailAddress": "customer@example.com",
                     *         "logoUrl": "https://platform.example.com/webhooks",
                     *         "passkey": {
                     *           "rpIds": [
                     *             "text"
                     *           ],
                     *           "origins": [
                     *             "text"
                     *           ],
                     *           "requireUserVerification": true
                     *         }
                     *       },
                     *       "feeConfigs": [
                     *         {
                     *           "feeType": "CROSS_CURRENCY_TRANSACTION",
                     *           "sourceCurrency": "USD",
                     *           "variableFeeBps": 0,
                     *           "fixedFee": {
                     *             "amount": 0,
                     *             "currency": "USD"
                     *           }
                     *         }
                     *       ],
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformConfig"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updatePlatformConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "supportedCurrencies": [
                 *         {
                 *           "currencyCode": "USD",
                 *           "minAmount": 0,
                 *           "maxAmount": 0,
                 *           "requiredCounterpartyFields": [
                 *             {
                 *               "name": "text",
                 *               "mandatory": true
                 *             }
                 *           ],
                 *           "providerRequiredCustomerFields": [
                 *             "text"
                 *           ],
                 *           "providerRequiredCounterpartyCustomerFields": [
                 *             "text"
                 *           ],
                 *           "enabledTransactionTypes": [
                 *             "INCOMING"
                 *           ]
                 *         }
                 *       ],
                 *       "embeddedWalletConfig": {
                 *         "appName": "text",
                 *         "otpLength": 4,
                 *         "alphanumeric": true,
                 *         "expirationSeconds": 1,
                 *         "sendFromEmailAddress": "customer@example.com",
                 *         "sendFromEmailSenderName": "text",
                 *         "replyToEmailAddress": "customer@example.com",
                 *         "logoUrl": "https://platform.example.com/webhooks",
                 *         "passkey": {
                 *           "rpIds": [
                 *             "text"
                 *           ],
                 *           "origins": [
                 *             "text"
                 *           ],
                 *           "requireUserVerification": true
                 *         }
                 *       },
                 *       "feeConfigs": [
                 *         {
                 *           "feeType": "CROSS_CURRENCY_TRANSACTION",
                 *           "sourceCurrency": "USD",
                 *           "variableFeeBps": 0,
                 *           "fixedFee": {
                 *             "amount": 0,
                 *             "currency": "USD"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PlatformConfigUpdateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "PlatformConfig:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "umaDomain": "text",
                     *       "webhookEndpoint": "text",
                     *       "webhookPublicKey": "text",
                     *       "supportedCurrencies": [
                     *         {
                     *           "currencyCode": "USD",
                     *           "minAmount": 0,
                     *           "maxAmount": 0,
                     *           "requiredCounterpartyFields": [
                     *             {
                     *               "name": "text",
                     *               "mandatory": true
                     *             }
                     *           ],
                     *           "providerRequiredCustomerFields": [
                     *             "text"
                     *           ],
                     *           "providerRequiredCounterpartyCustomerFields": [
                     *             "text"
                     *           ],
                     *           "enabledTransactionTypes": [
                     *             "INCOMING"
                     *           ]
                     *         }
                     *       ],
                     *       "isRegulatedFinancialInstitution": true,
                     *       "embeddedWalletConfig": {
                     *         "appName": "text",
                     *         "otpLength": 4,
                     *         "alphanumeric": true,
                     *         "expirationSeconds": 1,
                     *         "sendFromEmailAddress": "customer@example.com",
                     *         "sendFromEmailSenderName": "text",
                     *         "replyToEmailAddress": "customer@example.com",
                     *         "logoUrl": "https://platform.example.com/webhooks",
                     *         "passkey": {
                     *           "rpIds": [
                     *             "text"
                     *           ],
                     *           "origins": [
                     *             "text"
                     *           ],
                     *           "requireUserVerification": true
                     *         }
                     *       },
                     *       "feeConfigs": [
                     *         {
                     *           "feeType": "CROSS_CURRENCY_TRANSACTION",
                     *           "sourceCurrency": "USD",
                     *           "variableFeeBps": 0,
                     *           "fixedFee": {
                     *             "amount": 0,
                     *             "currency": "USD"
                     *           }
                     *         }
                     *       ],
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformConfig"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            501: components["responses"]["NOT_IMPLEMENTED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                platformCustomerId?: string;
                customerType?: components["schemas"]["CustomerType"];
                createdAfter?: string;
                createdBefore?: string;
                updatedAfter?: string;
                updatedBefore?: string;
                region?: string;
                currency?: string;
                umaAddress?: string;
                isIncludingDeleted?: boolean;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customerType": "INDIVIDUAL",
                 *       "platformCustomerId": "user-4711",
                 *       "region": "US",
                 *       "currencies": [
                 *         "USD"
                 *       ],
                 *       "email": "ada@example.com",
                 *       "phoneNumber": "+14155550100",
                 *       "fullName": "Ada Lovelace",
                 *       "birthDate": "1990-12-10",
                 *       "nationality": "US",
                 *       "address": {
                 *         "line1": "1 Main Street",
                 *         "line2": "text",
                 *         "city": "text",
                 *         "state": "text",
                 *         "postalCode": "10001",
                 *         "country": "US"
                 *       },
                 *       "idType": "SSN",
                 *       "identifier": "text",
                 *       "countryOfIssuance": "US"
                 *     }
                 */
                "application/json": components["schemas"]["IndividualCustomerCreateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndividualCustomer"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `CONFLICT`: The request conflicts with the present state.
             *
             *     `UMA_ADDRESS_EXISTS`: The UMA address is taken.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CONFLICT",
                     *       "reason": "The request conflicts with the present state.",
                     *       "status": 409,
                     *       "message": "The request conflicts with the present state."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CONFLICT" | "UMA_ADDRESS_EXISTS" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndividualCustomer"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateCustomerById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                customerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customerType": "INDIVIDUAL",
                 *       "region": "US",
                 *       "currencies": [
                 *         "USD"
                 *       ],
                 *       "email": "ada@example.com",
                 *       "phoneNumber": "+14155550100",
                 *       "fullName": "Ada Lovelace",
                 *       "birthDate": "1990-12-10",
                 *       "nationality": "US",
                 *       "address": {
                 *         "line1": "1 Main Street",
                 *         "line2": "text",
                 *         "city": "text",
                 *         "state": "text",
                 *         "postalCode": "10001",
                 *         "country": "US"
                 *       },
                 *       "idType": "SSN",
                 *       "identifier": "text",
                 *       "countryOfIssuance": "US"
                 *     }
                 */
                "application/json": components["schemas"]["IndividualCustomerUpdateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndividualCustomer"] | components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            /**
             * @description `CONFLICT`: The request conflicts with the present state.
             *
             *     `UMA_ADDRESS_EXISTS`: The UMA address is taken.
             *
             *     `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `EMAIL_OTP_EMAIL_ALREADY_EXISTS`: The email is tied to a credential.
             *
             *     `SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS`: The number is tied already.
             *
             *     `EMAIL_OTP_CREDENTIAL_SET_CHANGED`: The credentials have changed.
             *
             *     `SMS_OTP_CREDENTIAL_SET_CHANGED`: The credentials have changed.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CONFLICT",
                     *       "reason": "The request conflicts with the present state.",
                     *       "status": 409,
                     *       "message": "The request conflicts with the present state."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CONFLICT" | "UMA_ADDRESS_EXISTS" | "WALLET_NOT_PROVISIONED" | "EMAIL_OTP_EMAIL_ALREADY_EXISTS" | "SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS" | "EMAIL_OTP_CREDENTIAL_SET_CHANGED" | "SMS_OTP_CREDENTIAL_SET_CHANGED";
                    } & components["schemas"]["Error"];
                };
            };
            424: components["responses"]["EMAIL_OTP_CREDENTIAL_SYNC_FAILED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listInternalAccounts: {
        parameters: {
            query?: {
                customerId?: string;
                type?: components["schemas"]["InternalAccountType"];
                currency?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "INTERNAL_FIAT",
                     *           "status": "PENDING",
                     *           "balance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "totalBalance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "fundingPaymentInstructions": [
                     *             {}
                     *           ],
                     *           "privateEnabled": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["InternalAccountList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listCustomerInternalAccounts: {
        parameters: {
            query?: {
                customerId?: string;
                type?: components["schemas"]["InternalAccountType"];
                currency?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "INTERNAL_FIAT",
                     *           "status": "PENDING",
                     *           "balance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "totalBalance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "fundingPaymentInstructions": [
                     *             {}
                     *           ],
                     *           "privateEnabled": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "hasMore": true,
                     *       "nextCursor": "text",
                     *       "totalCount": 0
                     *     }
                     */
                    "application/json": components["schemas"]["InternalAccountList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listPlatformInternalAccounts: {
        parameters: {
            query?: {
                currency?: string;
                type?: components["schemas"]["InternalAccountType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "INTERNAL_FIAT",
                     *           "status": "PENDING",
                     *           "balance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "totalBalance": {
                     *             "amount": 5000000,
                     *             "currency": {
                     *               "code": "USDB",
                     *               "name": "USDB",
                     *               "symbol": "text",
                     *               "decimals": 6
                     *             }
                     *           },
                     *           "fundingPaymentInstructions": [
                     *             {}
                     *           ],
                     *           "privateEnabled": true,
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["InternalAccount"][];
                    };
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateInternalAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "privateEnabled": true
                 *     }
                 */
                "application/json": components["schemas"]["InternalAccountUpdateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "INTERNAL_FIAT",
                     *       "status": "PENDING",
                     *       "balance": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "totalBalance": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "fundingPaymentInstructions": [
                     *         {}
                     *       ],
                     *       "privateEnabled": true,
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InternalAccount"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            409: components["responses"]["WALLET_NOT_PROVISIONED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    exportInternalAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InternalAccountExportRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "encryptedWalletCredentials": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["InternalAccountExport"] | components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createCustomerExternalAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExternalAccountCreateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "customerId": "text",
                     *       "status": "PENDING",
                     *       "platformAccountId": "text",
                     *       "ownershipType": "FIRST_PARTY",
                     *       "currency": "text",
                     *       "defaultUmaDepositAccount": true,
                     *       "beneficiaryVerificationStatus": "MATCHED",
                     *       "beneficiaryVerifiedData": {
                     *         "fullName": "text"
                     *       },
                     *       "accountInfo": {
                     *         "accountType": "text",
                     *         "paymentRails": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ExternalAccount"];
                };
            };
            /**
             * @description `INVALID_BANK_ACCOUNT`: The bank account is not valid.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_BANK_ACCOUNT",
                     *       "reason": "The bank account is not valid.",
                     *       "status": 400,
                     *       "message": "The bank account is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_BANK_ACCOUNT" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["USER_NOT_FOUND"];
            409: components["responses"]["DUPLICATE_EXTERNAL_ACCOUNT"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAuthCredentials: {
        parameters: {
            query: {
                accountId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "PASSKEY",
                     *           "nickname": "ada@example.com",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "credentialId": "text",
                     *           "otpEncryptionTargetBundle": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthMethodList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createAuthCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "EMAIL_OTP",
                 *       "accountId": "text"
                 *     }
                 */
                "application/json": components["schemas"]["AuthCredentialCreateRequest"];
            };
        };
        responses: {
            /** @description Not final yet, or another success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "PROCESSING",
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "PASSKEY",
                     *       "nickname": "ada@example.com",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z",
                     *       "credentialId": "text",
                     *       "otpEncryptionTargetBundle": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthMethod"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `MISSING_MANDATORY_USER_INFO`: Customer information is missing.
             *
             *     `EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS`: The account already has an EMAIL_OTP credential.
             *
             *     `SMS_OTP_CREDENTIAL_ALREADY_EXISTS`: The account already has an SMS_OTP credential.
             *
             *     `PASSKEY_CREDENTIAL_ALREADY_EXISTS`: The passkey is already registered.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "MISSING_MANDATORY_USER_INFO",
                     *       "reason": "Customer information is missing.",
                     *       "status": 400,
                     *       "message": "Customer information is missing."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "MISSING_MANDATORY_USER_INFO" | "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS" | "SMS_OTP_CREDENTIAL_ALREADY_EXISTS" | "PASSKEY_CREDENTIAL_ALREADY_EXISTS" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    revokeAuthCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not final yet, or another success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "PROCESSING",
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    challengeAuthCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["AuthCredentialChallengeRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "PASSKEY",
                     *       "nickname": "ada@example.com",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z",
                     *       "credentialId": "text",
                     *       "otpEncryptionTargetBundle": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PasskeyAuthChallenge"] | components["schemas"]["AuthMethod"] | components["schemas"]["WalletOperationProcessing"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    verifyAuthCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "EMAIL_OTP",
                 *       "encryptedOtpBundle": "text"
                 *     }
                 */
                "application/json": components["schemas"]["AuthCredentialVerifyRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Session:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "PASSKEY",
                     *       "nickname": "ada@example.com",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "encryptedSessionSigningKey": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthSession"] | components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            423: components["responses"]["ACCOUNT_LOCKED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAuthSessions: {
        parameters: {
            query: {
                accountId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "Session:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *           "type": "PASSKEY",
                     *           "nickname": "ada@example.com",
                     *           "createdAt": "2026-01-15T09:30:00.000Z",
                     *           "updatedAt": "2026-01-15T09:30:00.000Z",
                     *           "expiresAt": "2026-01-15T09:30:00.000Z",
                     *           "encryptedSessionSigningKey": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthSessionList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    refreshAuthSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthSessionRefreshRequest"];
            };
        };
        responses: {
            /** @description Not final yet, or another success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "PROCESSING",
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Session:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "PASSKEY",
                     *       "nickname": "ada@example.com",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "encryptedSessionSigningKey": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthSession"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    revokeAuthSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
                /** @description `requestId` of the challenge that a signed retry answers. */
                "Request-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not final yet, or another success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "PROCESSING",
                     *       "message": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletOperationProcessing"];
                };
            };
            /** @description Not final yet, or another success. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "PASSKEY",
                     *       "payloadToSign": "text",
                     *       "requestId": "Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedRetryChallenge"];
                };
            };
            /** @description Success. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `REQUEST_ID_MISSING`: Request-Id is required on the signed retry.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": {
                 *         "sourceType": "ACCOUNT",
                 *         "accountId": "text",
                 *         "customerId": "text"
                 *       },
                 *       "destination": {
                 *         "destinationType": "ACCOUNT",
                 *         "accountId": "text",
                 *         "paymentRail": "text"
                 *       },
                 *       "lockedCurrencySide": "SENDING",
                 *       "lockedCurrencyAmount": 5000000,
                 *       "immediatelyExecute": true,
                 *       "description": "text",
                 *       "remittanceInformation": "text"
                 *     }
                 */
                "application/json": components["schemas"]["QuoteRequest"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "source": {
                     *         "sourceType": "text",
                     *         "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                     *       },
                     *       "destination": {
                     *         "destinationType": "text",
                     *         "accountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "paymentRail": "text"
                     *       },
                     *       "sendingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "receivingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "totalSendingAmount": 1,
                     *       "totalReceivingAmount": 1,
                     *       "exchangeRate": 1,
                     *       "feesIncluded": 0,
                     *       "platformFeesIncluded": 0,
                     *       "transactionId": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "paymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Quote"];
                };
            };
            /**
             * @description `INVALID_AMOUNT`: The amount is not valid.
             *
             *     `QUOTE_RATE_UNAVAILABLE`: There is no rate for this corridor now.
             *
             *     `TRANSACTION_SIZE_LIMIT_EXCEEDED`: The amount is above the maximum.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_AMOUNT",
                     *       "reason": "The amount is not valid.",
                     *       "status": 400,
                     *       "message": "The amount is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_AMOUNT" | "QUOTE_RATE_UNAVAILABLE" | "TRANSACTION_SIZE_LIMIT_EXCEEDED" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getQuoteById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "source": {
                     *         "sourceType": "text",
                     *         "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                     *       },
                     *       "destination": {
                     *         "destinationType": "text",
                     *         "accountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "paymentRail": "text"
                     *       },
                     *       "sendingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "receivingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "totalSendingAmount": 1,
                     *       "totalReceivingAmount": 1,
                     *       "exchangeRate": 1,
                     *       "feesIncluded": 0,
                     *       "platformFeesIncluded": 0,
                     *       "transactionId": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "paymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["QUOTE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    executeQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
                /** @description The stamp over `payloadToSign`, made with a session key. */
                "Service-Wallet-Signature"?: string;
            };
            path: {
                quoteId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "scaFactor": "text"
                 *     }
                 */
                "application/json": {
                    scaFactor?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "status": "PENDING",
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "expiresAt": "2026-01-15T09:30:00.000Z",
                     *       "source": {
                     *         "sourceType": "text",
                     *         "accountId": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21"
                     *       },
                     *       "destination": {
                     *         "destinationType": "text",
                     *         "accountId": "ExternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *         "paymentRail": "text"
                     *       },
                     *       "sendingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "receivingCurrency": {
                     *         "code": "USDB",
                     *         "name": "USDB",
                     *         "symbol": "text",
                     *         "decimals": 6
                     *       },
                     *       "totalSendingAmount": 1,
                     *       "totalReceivingAmount": 1,
                     *       "exchangeRate": 1,
                     *       "feesIncluded": 0,
                     *       "platformFeesIncluded": 0,
                     *       "transactionId": "Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "paymentInstructions": [
                     *         {
                     *           "instructionsNotes": "text",
                     *           "accountOrWalletInfo": {
                     *             "accountType": "text",
                     *             "payloadToSign": "text"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Quote"];
                };
            };
            /**
             * @description `QUOTE_EXPIRED`: The quote is expired; make a new one.
             *
             *     `INSUFFICIENT_FUNDS`: The balance does not cover the amount.
             *
             *     `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "QUOTE_EXPIRED",
                     *       "reason": "The quote is expired; make a new one.",
                     *       "status": 400,
                     *       "message": "The quote is expired; make a new one."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "QUOTE_EXPIRED" | "INSUFFICIENT_FUNDS" | "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            /**
             * @description `WALLET_SIGNATURE_MISSING`: Service-Wallet-Signature is required.
             *
             *     `WALLET_SIGNATURE_MALFORMED`: Service-Wallet-Signature cannot be read.
             *
             *     `WALLET_SIGNATURE_BODY_MISMATCH`: The signature was made over another payload or body.
             *
             *     `WALLET_SIGNATURE_INVALID`: The signature is not valid here.
             *
             *     `UNAUTHORIZED`: The credentials are not accepted.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_SIGNATURE_MISSING",
                     *       "reason": "Service-Wallet-Signature is required.",
                     *       "status": 401,
                     *       "message": "Service-Wallet-Signature is required."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "UNAUTHORIZED";
                    } & components["schemas"]["Error"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["QUOTE_NOT_FOUND"];
            /**
             * @description `CONFLICT`: The request conflicts with the present state.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "CONFLICT",
                     *       "reason": "The request conflicts with the present state.",
                     *       "status": 409,
                     *       "message": "The request conflicts with the present state."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "CONFLICT" | "DUPLICATE_PAY_REQUEST";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                customerId?: string;
                platformCustomerId?: string;
                accountIdentifier?: string;
                senderAccountIdentifier?: string;
                receiverAccountIdentifier?: string;
                status?: components["schemas"]["TransactionStatus"];
                type?: components["schemas"]["TransactionType"];
                reference?: string;
                startDate?: string;
                endDate?: string;
                sortOrder?: "asc" | "desc";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionList"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTransactionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TRANSACTION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listTransactionTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                transactionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "at": "2026-01-15T09:30:00.000Z",
                     *           "what": "text",
                     *           "attempt": 1,
                     *           "nextActor": "text",
                     *           "waitsFor": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TimelineEntry"][];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST_FORMAT"];
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TRANSACTION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sandboxFundInternalAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and request get the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 10000000
                 *     }
                 */
                "application/json": {
                    /** @example 10000000 */
                    amount: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "InternalAccount:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "customerId": "Customer:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21",
                     *       "type": "INTERNAL_FIAT",
                     *       "status": "PENDING",
                     *       "balance": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "totalBalance": {
                     *         "amount": 5000000,
                     *         "currency": {
                     *           "code": "USDB",
                     *           "name": "USDB",
                     *           "symbol": "text",
                     *           "decimals": 6
                     *         }
                     *       },
                     *       "fundingPaymentInstructions": [
                     *         {}
                     *       ],
                     *       "privateEnabled": true,
                     *       "createdAt": "2026-01-15T09:30:00.000Z",
                     *       "updatedAt": "2026-01-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InternalAccount"];
                };
            };
            /**
             * @description `INVALID_INPUT`: The request is not valid.
             *
             *     `INVALID_REQUEST_FORMAT`: The request cannot be read.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_INPUT",
                     *       "reason": "The request is not valid.",
                     *       "status": 400,
                     *       "message": "The request is not valid."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "INVALID_INPUT" | "INVALID_REQUEST_FORMAT";
                    } & components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UNAUTHORIZED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["REFERENCE_NOT_FOUND"];
            /**
             * @description `WALLET_NOT_PROVISIONED`: The embedded wallet is not provisioned yet.
             *
             *     `DUPLICATE_PAY_REQUEST`: The Idempotency-Key was used for another request.
             *
             *     `CONFLICT`: The request conflicts with the present state.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "WALLET_NOT_PROVISIONED",
                     *       "reason": "The embedded wallet is not provisioned yet.",
                     *       "status": 409,
                     *       "message": "The embedded wallet is not provisioned yet."
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        code?: "WALLET_NOT_PROVISIONED" | "DUPLICATE_PAY_REQUEST" | "CONFLICT";
                    } & components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
}
